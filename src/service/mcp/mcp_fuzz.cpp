// Any bytes from a client, in any pieces: the server writes nothing but JSON-RPC, answers no request twice,
// and ends.
//
// The first byte chooses how: bit 0 a session that has begun, bit 1 a client that shows forms, bit 2 words
// (each byte from 0x80 on stands for a part of a message, so that messages come about), bits 3 to 5 the size
// of the pieces, bits 6 and 7 the longest line.
#include <array>
#include <cstdint>
#include <cstdlib>

#include "service/mcp/fake_host_testing.hpp"
#include "service/mcp/lines.hpp"
#include "service/mcp/server.hpp"

namespace proctor::mcp {
namespace {

constexpr std::array<std::string_view, 43> kWords{
    R"({"jsonrpc":"2.0","id":1,"method":)",
    R"({"jsonrpc":"2.0","id":2,"method":)",
    R"({"jsonrpc":"2.0","id":"a","method":)",
    R"({"jsonrpc":"2.0","method":)",
    R"({"jsonrpc":"2.0","id":)",
    R"({"jsonrpc":"1.0",)",
    R"("initialize")",
    R"("ping")",
    R"("tools/list")",
    R"("tools/call")",
    R"("resources/list")",
    R"("resources/templates/list")",
    R"("resources/read")",
    R"("logging/setLevel")",
    R"("server/discover")",
    R"("notifications/initialized")",
    R"("notifications/cancelled")",
    R"(,"params":{)",
    R"("name":"Test")",
    R"("arguments":)",
    R"({"command":"echo a"})",
    R"({"command":"sleep 9"})",
    R"({"command":"wait 2; echo a; step b; exit 1"})",
    R"("_meta":{)",
    R"("progressToken":)",
    R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")",
    R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}})",
    R"("io.modelcontextprotocol/logLevel":"debug")",
    R"("inputResponses":{"approval":{"action":"accept","content":{"decision":"allow once"}}})",
    R"("requestState":"1.2.3")",
    R"("protocolVersion":"2025-11-25","capabilities":{})",
    R"("requestId":)",
    R"("uri":"proctor://runs/run-1/log?offset=1&limit=2")",
    R"("level":"info")",
    R"("id":"proctor-1")",
    R"("result":{"action":"accept","content":{"decision":"always allow"}})",
    "\n",
    "}",
    "}}\n",
    "[",
    "]\n",
    ",",
    "null",
};

std::string spelled(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value < 0x80) {
      text += byte;
    } else {
      text += kWords[value % kWords.size()];
    }
  }
  return text;
}

void check(bool holds, const char* what, std::string_view about) {
  if (holds) return;
  fmt::print(stderr, "{}: {}\n", what, about);
  std::abort();
}

// What was asked and answered, by the id of the request.
class Ledger {
 public:
  void asked(std::string_view line) {
    const auto value = parse_json(line);
    if (!value) return;
    if (const auto* batch = value->if_array()) {
      for (const json::value& message : *batch) asked(message);
    } else {
      asked(*value);
    }
  }
  void asked_for(const Id& id) {
    const std::lock_guard lock(mutex_);
    if (!id.is_null()) ++open_[id_key(id)];
  }
  void written(std::string_view line) {
    const auto value = parse_json(line);
    check(value.has_value() && line.find('\n') == std::string_view::npos, "not a line of JSON", line);
    if (const auto* batch = value->if_array()) {
      check(!batch->empty(), "an empty batch", line);
      for (const json::value& message : *batch) written(message, line);
    } else {
      written(*value, line);
    }
  }

 private:
  void asked(const json::value& message) {
    const auto* object = message.if_object();
    const auto* id = object == nullptr ? nullptr : object->if_contains("id");
    if (id != nullptr) asked_for(*id);
  }
  void written(const json::value& message, std::string_view line) {
    const auto* object = message.if_object();
    check(object != nullptr && object->contains("jsonrpc") && object->at("jsonrpc") == "2.0", "not JSON-RPC",
          line);
    if (object->contains("method")) return;
    check(object->contains("result") != object->contains("error"), "neither result nor error", line);
    check(object->contains("id"), "a response without id", line);
    const Id& id = object->at("id");
    if (id.is_null()) return check(object->contains("error"), "a result for nobody", line);
    const std::lock_guard lock(mutex_);
    check(open_[id_key(id)]-- > 0, "more responses than requests", line);
  }

  std::mutex mutex_{};
  std::map<std::string, int> open_{};
};

void fuzz(unsigned how, std::string_view bytes) {
  constexpr std::array<std::size_t, 8> kPieces{1, 2, 3, 7, 64, 1000, 4096, 1 << 20};
  constexpr std::array<std::size_t, 4> kLimits{20, 200, 2000, 1 << 20};
  const std::string text = (how & 4U) != 0 ? spelled(bytes) : std::string(bytes);

  FakeHost host;
  host.asks = (how & 2U) != 0;
  Ledger ledger;
  Server server(host, [&](std::string_view line) { ledger.written(line); },
                {.ask_timeout = std::chrono::milliseconds(1), .max_calls = 4, .max_batch = 10});
  Lines lines(kLimits[how >> 6U & 3U], {.line =
                                            [&](std::string_view line) {
                                              ledger.asked(line);
                                              server.receive(line);
                                            },
                                        .too_long =
                                            [&](const Id& id) {
                                              ledger.asked_for(id);
                                              server.too_long(id);
                                            }});
  if ((how & 1U) != 0) {
    const std::string begin =
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":)"
        R"({"elicitation":{}}}})";
    ledger.asked(begin);
    server.receive(begin);
  }
  const std::size_t piece = kPieces[how >> 3U & 7U];
  for (std::size_t i = 0; i < text.size(); i += piece) lines.feed(std::string_view(text).substr(i, piece));
  lines.finish();
  server.stop();
}

}  // namespace
}  // namespace proctor::mcp

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  proctor::mcp::fuzz(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
