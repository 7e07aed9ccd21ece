// A Server with a FakeHost, whose messages a test sends and waits for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <optional>

#include "service/mcp/fake_host_testing.hpp"
#include "service/mcp/server.hpp"

namespace proctor::mcp {

constexpr const char* kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";
constexpr const char* kAskingMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}})";

class Talk {
 public:
  FakeHost host{};
  ServerOptions options{};

  ~Talk() { server_.reset(); }

  Server& server() {
    if (!server_) {
      server_.emplace(
          host, [this](std::string_view line) { on_line(line); }, options);
    }
    return *server_;
  }

  void send(std::string_view line) { server().receive(line); }

  /// A request of a session.
  void request(int id, std::string_view method, std::string_view params = "{}") {
    send(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{}}})", id, method, params));
  }
  void call(int id, std::string_view command, std::string_view more = "") {
    request(id, "tools/call",
            fmt::format(R"({{"name":"Test","arguments":{{"command":"{}"}}{}}})", command, more));
  }
  json::object begin(std::string_view version = "2025-11-25", std::string_view capabilities = "{}") {
    request(0, "initialize",
            fmt::format(
                R"({{"protocolVersion":"{}","capabilities":{},"clientInfo":{{"name":"t","version":"1"}}}})",
                version, capabilities));
    send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    return result(0);
  }

  /// Waits for the first message that `is` holds for, and takes it out.
  template <typename Is>
  json::value wait(Is is, std::chrono::milliseconds time = std::chrono::seconds(10)) {
    std::unique_lock lock(mutex_);
    auto found = messages_.end();
    const bool came = changed_.wait_for(lock, time, [&] {
      found = std::find_if(messages_.begin(), messages_.end(), is);
      return found != messages_.end();
    });
    if (!came) return nullptr;
    json::value message = *found;
    messages_.erase(found);
    return message;
  }
  json::value response(const json::value& id) {
    json::value message =
        wait([&](const json::value& one) { return has(one, "id", id) && !has(one, "method"); });
    EXPECT_FALSE(message.is_null()) << "no response to " << to_json_line(id);
    return message.is_null() ? json::value(json::object()) : message;
  }
  json::object result(const json::value& id) {
    const json::value message = response(id);
    EXPECT_TRUE(has(message, "result")) << to_json_line(message);
    return has(message, "result") ? message.at("result").as_object() : json::object();
  }
  /// The code of the error that the request was answered with; 0 if it wasn't.
  std::int64_t error(const json::value& id) {
    const json::value message = response(id);
    EXPECT_TRUE(has(message, "error")) << to_json_line(message);
    return has(message, "error") ? message.at("error").at("code").as_int64() : 0;
  }
  json::value heard(std::string_view method, std::chrono::milliseconds time = std::chrono::seconds(10)) {
    return wait([&](const json::value& one) { return has(one, "method", json::value(method)); }, time);
  }
  std::vector<json::value> all() {
    const std::lock_guard lock(mutex_);
    return messages_;
  }

  static bool has(const json::value& message, std::string_view name) {
    return message.is_object() && message.get_object().contains(name);
  }
  static bool has(const json::value& message, std::string_view name, const json::value& value) {
    return has(message, name) && message.at(name) == value;
  }

 private:
  void on_line(std::string_view line) {
    const auto message = parse_json(line);
    ASSERT_TRUE(message) << line;
    ASSERT_EQ(line.find('\n'), std::string_view::npos);
    const std::lock_guard lock(mutex_);
    messages_.push_back(*message);
    changed_.notify_all();
  }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::vector<json::value> messages_{};
  std::optional<Server> server_{};
};

}  // namespace proctor::mcp
