// Secrets: how they look, and how they are kept out of what is shown.
//
// Two questions, kept apart: does a value look like a credential (a shape), and does a text contain a value
// that is known to be one (a mask). Output is masked by known values only: shapes would also hit test data.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::policy {

/// What stands in the place of a secret.
inline constexpr std::string_view kMasked = "[secret]";

/// Whether a well-known kind of credential stands anywhere in the value: tokens of GitHub, OpenAI, AWS and
/// others (docs/environment.md), a JWT, a private key, a URL with a password. Hashes, UUIDs, search paths and
/// URLs without a password aren't.
bool looks_like_secret(std::string_view value);

/// The credentials within a value, by their shapes: the token in "--token ghp_…", the password of a URL.
std::vector<std::string> secrets_within(std::string_view value);

/// Masks credentials by their shapes, and what follows "Bearer" or NAME_TOKEN=, in a command that a person
/// reads. What a shell would act on ($(…), `…`, ; | & < >, quotes, the ends of lines) is never hidden: the
/// person decides by it.
std::string mask_shapes(std::string_view text);

struct SecretPatterns;

/// Known secrets, and the forms in which they turn up: as they are, in base64 (at any offset, so that a token
/// within basic authentication is found too), percent-encoded (as URLs and forms are) and decoded, escaped
/// for JSON as Python, PHP and Go do it, for XML and HTML, for a shell's quotes, in hexadecimal. Of a value
/// of several lines, whether their ends are line feeds or written as `\n`, also each line of 16 bytes and
/// more. Copies share what they know.
class SecretMask {
 public:
  /// Knows no secrets.
  SecretMask();

  /// Blanks around a value are ignored. So is a value that is shorter than 8 bytes then: it would be found
  /// in ordinary words, and the holes that it left would tell more than they hide.
  explicit SecretMask(const std::vector<std::string>& values);

  bool empty() const;
  std::string mask(std::string_view text) const;

  /// The part [begin, end) of a text. A secret that stands only partly in it is masked as well.
  std::string mask_part(std::string_view text, std::size_t begin, std::size_t end) const;
  /// How far to look beyond a part for what begins or ends in it.
  static constexpr std::size_t kReach = 1024;

 private:
  friend class StreamMask;
  std::shared_ptr<const SecretPatterns> patterns_;
};

/// Masks a stream that comes in pieces, a secret that is split between them included. The result doesn't
/// depend on where the pieces are cut. Give it text that is sanitised already, one instance per stream:
/// masked before, a colour code in the middle of a secret would hide it.
class StreamMask {
 public:
  using Out = std::function<void(std::string_view)>;

  explicit StreamMask(const SecretMask& mask);

  /// Hands on all of it but an end that may be the beginning of a secret (less than 1 KiB).
  void feed(std::string_view piece, const Out& out);

  /// Nothing more comes: hands on what was held back.
  void flush(const Out& out);

 private:
  std::size_t process(std::string_view text, std::size_t end, const Out& out);

  std::shared_ptr<const SecretPatterns> patterns_;
  std::string held_{};
  std::size_t covered_ = 0;  ///< bytes at the beginning of what is held that belong to a masked secret
  bool masking_ = false;     ///< the last thing handed on was kMasked
};

}  // namespace proctor::policy
