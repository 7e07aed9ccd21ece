// A request from anywhere: it is refused with a reason, or it is one whose files stay in their directory.
#include "request/request.hpp"

#include <cstdint>
#include <cstdlib>

#include "request/sources.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  proctor::duplicate_key(text);
  const auto path = proctor::normal_source_path(text);
  if (path &&
      (path->empty() || path->front() == '/' || ("/" + *path + "/").find("/../") != std::string::npos))
    std::abort();
  const auto document = proctor::parse_json(text);
  if (!document) return 0;
  const auto request = proctor::parse_request(*document);
  if (!request && request.error().message.empty()) std::abort();
  if (request && request->project_root.has_value() == request->sources.has_value()) std::abort();
  return 0;
}
