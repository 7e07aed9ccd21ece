#include "policy/secrets.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "policy/secret_forms.hpp"
#include "policy/secret_patterns.hpp"

namespace proctor::policy {
namespace {

// Each begins at the edge of a word: "task-…" isn't "sk-…". The numbers are a little below the true lengths.
constexpr const char* kTokens =
    R"re(\bgh[pousr]_[A-Za-z0-9]{20,})re"
    R"re(|\bgithub_pat_[A-Za-z0-9_]{20,})re"
    R"re(|\bglpat-[A-Za-z0-9_-]{16,})re"
    R"re(|\bxox[a-z]-[A-Za-z0-9-]{10,})re"
    // OpenAI, Anthropic. Without one of the known middles a name such as sk-learn-model mustn't match.
    R"re(|\bsk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{16,})re"
    R"re(|\bsk-[A-Za-z0-9]{20,})re"
    R"re(|\bAIza[A-Za-z0-9_-]{30,})re"
    R"re(|\bya29\.[A-Za-z0-9_-]{16,})re"
    R"re(|\b1//0[A-Za-z0-9_-]{40,})re"
    R"re(|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b)re"
    R"re(|\bnpm_[A-Za-z0-9]{30,})re"
    R"re(|\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,})re"
    R"re(|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})re"
    R"re(|\bpypi-(?:AgE[A-Za-z0-9_-]{13,}|[A-Za-z0-9]{32,}))re"
    R"re(|\bhf_[A-Za-z0-9]{30,})re"
    // Slack's apps, Google's OAuth, GitLab's runners, Docker, DigitalOcean, Vault, Groq, xAI, Databricks,
    // age.
    R"re(|\bxapp-[0-9]-[A-Za-z0-9-]{16,})re"
    R"re(|\bGOCSPX-[A-Za-z0-9_-]{20,})re"
    R"re(|\bgl(?:rt|rtr|dt|ptt|cbt|ft|soat|oas|agent|imt|ffct|wt)-[A-Za-z0-9_-]{16,})re"
    R"re(|\bdckr_[po]at_[A-Za-z0-9_-]{20,})re"
    R"re(|\bdo[por]_v1_[a-f0-9]{40,})re"
    R"re(|\bhv[sbr]\.[A-Za-z0-9_-]{20,})re"
    R"re(|\b(?:gsk_|xai-)[A-Za-z0-9]{40,})re"
    R"re(|\bdapi[a-f0-9]{32})re"
    R"re(|\bAGE-SECRET-KEY-1[A-Z0-9]{40,})re"
    // Atlassian, Grafana, Shopify, Linear, Notion, Figma, Postman, New Relic, RubyGems, Supabase, Doppler,
    // Stripe's webhooks, Terraform's cloud, and the addresses that let everybody write to a channel of Slack
    // or Discord.
    R"re(|\bATATT3[A-Za-z0-9_=-]{20,})re"
    R"re(|\bgl(?:sa|c)_[A-Za-z0-9+/=_]{32,})re"
    R"re(|\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})re"
    R"re(|\b(?:lin_api_|ntn_|figd_)[A-Za-z0-9_-]{32,})re"
    R"re(|\bPMAK-[a-f0-9]{24}-[a-f0-9]{34})re"
    R"re(|\bNRAK-[A-Z0-9]{27})re"
    R"re(|\brubygems_[a-f0-9]{48})re"
    R"re(|\bsbp_[a-f0-9]{40})re"
    R"re(|\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]+\.)?[A-Za-z0-9]{40,})re"
    R"re(|\bwhsec_[A-Za-z0-9+/=]{24,})re"
    R"re(|\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,})re"
    // Perplexity, Telegram's bots.
    R"re(|\bpplx-[A-Za-z0-9]{40,})re"
    R"re(|\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b)re"
    R"re(|\bhooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,})re"
    R"re(|\bdiscord(?:app)?\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{40,})re"
    R"re(|\beyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*){2,4})re"
    // A private key: whole lines of base64, the short last one only with the end that follows it.
    R"re(|-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)re"
    R"re((?:(?:\s|\\n)*[A-Za-z0-9+/=]{40,})*)re"
    R"re((?:(?:\s|\\n)*[A-Za-z0-9+/=]*(?:\s|\\n)*-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)?)re"
    // The same as a whole in base64, as keys are put into variables: the beginning of one, its label (none,
    // RSA, EC, DSA, OPENSSH, ENCRYPTED, PGP) and "PRIVATE KEY".
    R"re(|\bLS0tLS1CRUdJTi(?:BQUklWQVRFIEtFW|BSU0EgUFJJVkFURSBLRV|BFQyBQUklWQVRFIEtFW|BEU0EgUFJJVkFURSBLRV)re"
    R"re(|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BFTkNSWVBURUQgUFJJVkFURSBLRV|BQR1AgUFJJVkFURSBLRV)[A-Za-z0-9+/=]*)re"
    // Keys as other programs than OpenSSL write them.
    R"re(|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----)re"
    R"re(|\bPuTTY-User-Key-File-[0-9])re";

// The group is the password. Two digits and more with a sign behind them that lists have are a port. A value
// that isn't a URL as a whole may be JSON or markup, with an address of mail somewhere behind a URL: there a
// quote ends what belongs together.
constexpr const char* kUrl =
    R"re(|^\s*[A-Za-z][A-Za-z0-9+.-]*://[^\s/:"'<>\[]*:((?:[0-9]?[^\s/0-9]|[0-9]{2,}[^\s/0-9,;&|?#])[^\s/]*|[0-9]+)@)re"
    R"re(|\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@"'<>\[,;]*:)re"
    R"re(((?:[0-9]?[^\s/0-9"'<>`]|[0-9]{2,}[^\s/0-9"'<>`,;&|?#])[^\s/"'<>`]*|[0-9]+)@)re";
// In a command, what a shell would act on isn't part of one (see mask_shapes): no quote either, for what
// seems to stand within quotes might not.
constexpr const char* kUrlInCommand =
    R"re(|\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@]*:((?:[^\s/$`;|&<>"']|\$[A-Za-z0-9])+)@)re";

// The group is a part of a URL's query (JDBC's, presigned ones).
constexpr const char* kQuery =
    R"re(|://[^\s"'<>]*?[?&;](?i:[a-z0-9_-]*(?:password|passwd|pwd|token|secret|api_?key|signature)|sig)=)re"
    R"re(([^\s"'`$;|&<>]+))re";

// The group is a part of a connection string: Azure's; ADO.NET's and libpq's.
constexpr const char* kAccount = R"re(|\b(?:AccountKey|SharedAccessKey)=([^\s"'`$;|&<>]{6,}))re";
constexpr const char* kConnection =
    R"re(|(?i:\b(?:server|data source|host)=[^"'`$|&<>\n]*?[; ][ ]*(?:password|pwd)=)([^\s"'`$;|&<>]{6,}))re";

// What programs are told to sign in with: the header of a request (git's http.extraHeader), a line of .npmrc,
// Docker's configuration.
constexpr const char* kSignIn =
    R"re(|(?:(?i:\bauthorization:[ \t]*(?:basic|bearer|token)[ \t]+)|:_(?:authToken|auth|password)=["']?)re"
    R"re(|"auths"(?s:.*?)"auth"\s*:\s*")([A-Za-z0-9._~+/=-]{8,}))re";

// Not over the end of a line, where another command begins. An option's value may be the next word, too; a
// path there names a file and stays.
constexpr const char* kArguments =
    R"re(|(?i:\b(?:bearer|authorization:[ \t]*(?:basic|token))[ \t]+)([A-Za-z0-9._~+/=-]{8,}))re"
    R"re(|\b(?i:[a-z0-9_-]*(?:[_-]key|token|secret|password))=["']?([A-Za-z0-9._~+/=@%:^,-]{6,}))re"
    R"re(|(?:[ \t]--?(?i:[a-z0-9-]*(?:api-?key|token|secret|password|passwd))[ \t]+|\bsshpass[ \t]+-p[ \t]*)["']?)re"
    R"re(([A-Za-z0-9_+=@%^][A-Za-z0-9._~+/=@%:^,-]{5,}))re";
constexpr const char* kCurl =
    R"re(|\bcurl\b[^\n;|&<>]*?[ \t]--?[A-Za-z]*(?:u|-user)[ \t=]*["']?[^\s:"'`$;|&<>]+:)re"
    R"re(([A-Za-z0-9._~+/=@%:^,-]{6,}))re";
constexpr const char* kMysql =
    R"re(|\b(?:mysql|mysqldump|mysqladmin|mariadb)[ \t](?:[^\n;|&<>]*?[ \t])?-p([A-Za-z0-9._~+/=@%:^,-]{6,}))re";

RE2::Options bytes() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);  // whatever they are
  options.set_log_errors(false);
  return options;
}

// Calls `found(begin, size)` for each credential: the match's group if it has one, the whole of it otherwise.
template <class Found>
void for_each_secret(const RE2& shapes, std::string_view text, Found found) {
  const re2::StringPiece all(text.data(), text.size());
  std::vector<re2::StringPiece> groups(1 + static_cast<std::size_t>(shapes.NumberOfCapturingGroups()));
  std::size_t at = 0;
  while (at < text.size() &&
         shapes.Match(all, at, all.size(), RE2::UNANCHORED, groups.data(), static_cast<int>(groups.size()))) {
    re2::StringPiece secret = groups[0];
    for (std::size_t i = 1; i < groups.size(); ++i) {
      if (groups.at(i).data() != nullptr) secret = groups.at(i);
    }
    found(static_cast<std::size_t>(secret.data() - text.data()), secret.size());
    at = static_cast<std::size_t>(groups[0].data() + groups[0].size() - text.data());
  }
}

const RE2& value_shapes() {
  static const RE2 shapes(std::string(kTokens) + kUrl + kQuery + kAccount + kConnection + kSignIn, bytes());
  return shapes;
}

// What may begin far before its secret is looked for on its own. Together with others it would be followed to
// the end of the line for each of their matches, which takes seconds where a caller sends the most that it
// may.
const std::array<RE2, 5>& command_shapes() {
  const auto alone = [](const char* alternative) { return alternative + 1; };
  static const std::array<RE2, 5> shapes{
      {{std::string(kTokens) + kUrlInCommand + kAccount + kArguments, bytes()},
       {alone(kQuery), bytes()},
       {alone(kConnection), bytes()},
       {alone(kCurl), bytes()},
       {alone(kMysql), bytes()}}};
  return shapes;
}

std::string percent_decoded(std::string_view text) {
  const auto digit = [](char c) {
    const auto at = std::string_view("0123456789abcdef0123456789ABCDEF").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at % 16);
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool encoded =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    out += encoded ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (encoded) i += 2;
  }
  return out;
}

// Also where a line feed is written as `\n`, as in a key that had to fit into one line: `echo` makes lines of
// it.
std::vector<std::string_view> lines_of(std::string_view value) {
  std::vector<std::string_view> lines;
  for (std::string_view line : split_lines(value)) {
    for (std::size_t end = line.find("\\n"); end != std::string_view::npos; end = line.find("\\n")) {
      lines.push_back(trim(line.substr(0, end)));
      line.remove_prefix(end + 2);
    }
    lines.push_back(trim(line));
  }
  return lines;
}

}  // namespace

bool looks_like_secret(std::string_view value) {
  return RE2::PartialMatch(re2::StringPiece(value.data(), value.size()), value_shapes());
}

std::vector<std::string> secrets_within(std::string_view value) {
  std::vector<std::string> found;
  for_each_secret(value_shapes(), value, [&](std::size_t begin, std::size_t size) {
    found.emplace_back(value.substr(begin, size));
  });
  return found;
}

std::string mask_shapes(std::string_view text) {
  struct Span {
    std::size_t begin, end;
  };
  std::vector<Span> spans;
  for (const RE2& shapes : command_shapes()) {
    for_each_secret(shapes, text, [&](std::size_t begin, std::size_t size) {
      spans.push_back({begin, begin + size});
    });
  }
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t done = 0;
  for (const auto& [begin, end] : spans) {
    if (end <= done) continue;
    const std::size_t from =
        std::max(begin, done);  // two of them may overlap: the rest is hidden with the first
    out += text.substr(done, from - done);
    // What stands on a line of its own is a command of its own, unless it is quoted.
    if (from == begin) {
      for (const std::string_view line : split_lines(text.substr(begin, end - begin))) {
        if (line.data() != text.data() + begin) out += '\n';
        out += kMasked;
      }
    }
    done = end;
  }
  out += text.substr(done);
  return out;
}

SecretMask::SecretMask() : SecretMask(std::vector<std::string>{}) {}

SecretMask::SecretMask(const std::vector<std::string>& values) {
  constexpr std::size_t kShortestLine = 16;
  std::vector<std::string> wanted;
  for (const std::string& untrimmed : values) {
    const std::string_view value = trim(untrimmed);
    if (value.size() < SecretPatterns::kShortest) continue;
    for (std::string& form : forms_of_secret(value)) wanted.push_back(std::move(form));
    const std::string decoded = percent_decoded(value);  // the password of a URL is written encoded in it
    if (decoded != value && decoded.size() >= SecretPatterns::kShortest) {
      for (std::string& form : forms_of_secret(decoded)) wanted.push_back(std::move(form));
    }
    wanted.push_back(for_terminal(value));  // what is left of it when the output is sanitised
    const std::vector<std::string_view> lines = lines_of(value);
    if (lines.size() < 2) continue;
    for (const std::string_view line : lines) {
      if (line.size() >= kShortestLine) wanted.emplace_back(line);
    }
  }
  patterns_ = std::make_shared<const SecretPatterns>(wanted);
}

bool SecretMask::empty() const {
  return patterns_->empty();
}

std::string SecretMask::mask(std::string_view text) const {
  std::string out;
  const auto append = [&out](std::string_view piece) { out += piece; };
  StreamMask stream(*this);
  stream.feed(text, append);
  stream.flush(append);
  return out;
}

std::string SecretMask::mask_part(std::string_view text, std::size_t begin, std::size_t end) const {
  static_assert(kReach >= SecretPatterns::kLongest);
  std::string out;
  std::size_t done = begin;
  bool masking = false;  // the last thing in `out` is kMasked
  for (auto match = patterns_->find(text, 0); match && match->begin < end && done < end;
       match = patterns_->find(text, match->begin + 1)) {
    if (match->end <= done) continue;
    if (match->begin > done) {
      out += text.substr(done, match->begin - done);
      masking = false;
    }
    if (!masking) out += kMasked;
    masking = true;
    done = std::min(match->end, end);
  }
  return out += text.substr(done, end - done);
}

StreamMask::StreamMask(const SecretMask& mask) : patterns_(mask.patterns_) {}

void StreamMask::feed(std::string_view piece, const Out& out) {
  if (piece.empty()) return;
  if (patterns_->empty()) {
    out(piece);
    return;
  }
  if (!held_.empty()) {
    // As much of the piece as decides on all that is held; the rest of it is searched without a copy.
    const std::size_t before = held_.size();
    const std::size_t taken = std::min(piece.size(), patterns_->longest());
    held_ += piece.substr(0, taken);
    const std::size_t decided = process(held_, patterns_->undecided(held_), out);
    if (taken == piece.size()) {
      held_.erase(0, decided);
      return;
    }
    held_.clear();
    piece.remove_prefix(decided - before);
  }
  held_ = piece.substr(process(piece, patterns_->undecided(piece), out));
}

void StreamMask::flush(const Out& out) {
  process(held_, held_.size(), out);
  held_.clear();
  covered_ = 0;
  masking_ = false;
}

// Hands on what begins before `end`. Matches that overlap or touch each other become one.
std::size_t StreamMask::process(std::string_view text, std::size_t end, const Out& out) {
  std::size_t done = covered_;
  const auto show = [&](std::size_t until) {
    if (until <= done) return;
    out(text.substr(done, until - done));
    masking_ = false;
    done = until;
  };
  for (auto match = patterns_->find(text, 0); match && match->begin < end;
       match = patterns_->find(text, match->begin + 1)) {
    show(match->begin);
    if (!masking_) out(kMasked);
    masking_ = true;
    done = std::max(done, match->end);
  }
  show(end);
  covered_ = done - end;
  return end;
}

}  // namespace proctor::policy
