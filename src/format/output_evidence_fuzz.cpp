// Whatever the bytes and however they are cut in pieces: no crash, the same result as in one piece, and what
// is kept is bounded and harmless.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/text.hpp"
#include "format/ctest_log.hpp"
#include "format/output_evidence_testing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace proctor::format;
  if (size == 0) return 0;
  std::uint32_t random = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string whole = describe(watch(text));

  OutputEvidence in_pieces(some_words());
  const std::uint32_t largest = 1 + random % 200;
  for (std::string_view rest = text; !rest.empty();) {
    random = random * 1664525U + 1013904223U;
    const std::string_view piece = rest.substr(0, 1 + (random >> 16U) % largest);
    in_pieces.feed(proctor::Stream::out, piece);
    rest.remove_prefix(piece.size());
  }
  const Evidence evidence = in_pieces.finish();
  if (describe(evidence) != whole) {
    std::fprintf(stderr, "--- whole\n%s\n--- in pieces\n%s\n", whole.c_str(), describe(evidence).c_str());
    std::abort();
  }
  if (evidence.failure_lines.size() > OutputEvidence::kFailureLines) std::abort();
  for (const std::string& line : evidence.failure_lines) {
    if (line.size() > OutputEvidence::kFailureLineBytes || proctor::for_terminal(line) != line) std::abort();
  }
  // Results that stand in forge's text may only be judged worse with everything else around them.
  if (read_forge_text(text).totals.failed > 0 && !evidence.shows_failure()) std::abort();
  static_cast<void>(ended_early_in_ctest_log("Start testing: " + std::string(text)));
  return 0;
}
