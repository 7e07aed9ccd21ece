// A reporter's lines: what is read doesn't depend on how the bytes were cut, and no test gets a result that
// nobody who knew the nonce gave to it.
#include "format/event_stream.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using proctor::format::EventStream;
using proctor::format::TestEvent;

constexpr const char* kNonce = "n";

// Inputs seldom hit on a start by themselves.
constexpr std::string_view kBegin =
    "{\"nonce\":\"n\",\"pid\":7,\"event\":\"hello\"}\n{\"nonce\":\"n\",\"pid\":7,\"event\":\"ask\",\"id\":"
    "\"a\"}\n";

bool same(const TestEvent& a, const TestEvent& b) {
  return a.id == b.id && a.status == b.status && a.message == b.message && a.number == b.number &&
         a.group == b.group && a.finished == b.finished;
}

void check(const EventStream& stream) {
  std::size_t open = 0;
  for (const TestEvent& test : stream.events().tests()) {
    if (test.id.empty()) std::abort();
    if ((test.status || test.group) && (test.number == 0 || test.finished == 0)) std::abort();
    if (test.status && test.group) std::abort();
    open += test.open() ? 1 : 0;
  }
  if (open != stream.events().open()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = data[0] % 16U + 1U;

  EventStream whole(kNonce);
  whole.feed(kBegin);
  whole.feed(text);
  check(whole);

  EventStream pieces(kNonce);
  pieces.feed(kBegin);
  for (std::size_t at = 0; at < text.size(); at += piece) pieces.feed(text.substr(at, piece));
  if (whole.events().tests().size() != pieces.events().tests().size() ||
      whole.events().ended() != pieces.events().ended() || whole.broken() != pieces.broken() ||
      whole.events().error() != pieces.events().error() || whole.events().steps() != pieces.events().steps())
    std::abort();
  for (std::size_t i = 0; i < whole.events().tests().size(); ++i) {
    if (!same(whole.events().tests()[i], pieces.events().tests()[i])) std::abort();
  }

  // The same from somebody who doesn't know the nonce.
  EventStream foreign("another");
  foreign.feed(text);
  if (!foreign.events().tests().empty() && text.find("another") == std::string_view::npos) std::abort();
  return 0;
}
