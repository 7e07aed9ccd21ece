#include "tool/event_json.hpp"

namespace proctor::tool {
namespace {

struct ToJson {
  json::object operator()(const Waiting& waiting) const {
    return {{"event", "Waiting"}, {"ahead", waiting.ahead}};
  }
  json::object operator()(const Started& started) const {
    return {{"event", "Started"},
            {"run", started.run},
            {"command", started.command},
            {"workdir", started.workdir}};
  }
  json::object operator()(const Chunk& chunk) const {
    const bool out = chunk.stream == Stream::out;
    return {{"event", out ? "StdoutChunk" : "StderrChunk"},
            {"run", run},
            {"stream", out ? "stdout" : "stderr"},
            {"text", chunk.text}};
  }
  json::object operator()(const Step& step) const {
    return {{"event", "Step"}, {"run", run}, {"text", step.text}};
  }
  json::object operator()(const Completed& completed) const {
    json::object object{{"event", "Completed"}};
    if (!run.empty()) object["run"] = run;  // nothing was run
    object["ok"] = completed.ok;
    if (completed.untold_bytes > 0) object["untold_bytes"] = completed.untold_bytes;
    return object;
  }

  const std::string& run;
};

}  // namespace

json::object to_json(const CallEvent& event, const std::string& run) {
  return std::visit(ToJson{run}, event);
}

}  // namespace proctor::tool
