#include "agents/agent_list.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "base/json.hpp"

namespace proctor::agents {
namespace {

TEST(AgentList, EachSettingIsOfAKnownAgentAndStandsInOnePlace) {
  std::set<std::string> places;
  for (const Setting& setting : all_settings()) {
    EXPECT_NE(find_agent(setting.agent), nullptr) << setting.agent;
    EXPECT_EQ(setting.user, setting.file.starts_with('{')) << setting.file;
    const std::string place = std::string(setting.file) + ' ' + std::string(setting.path);
    EXPECT_TRUE(places.insert(place).second) << place;
  }
  EXPECT_EQ(find_agent("nobody"), nullptr);
}

TEST(AgentList, AValueIsJsonWhereTheFileIs) {
  for (const Setting& setting : all_settings()) {
    const bool is_json = setting.format == Format::strict || setting.format == Format::commented;
    EXPECT_EQ(parse_json(setting.value).has_value(), is_json) << setting.value;
    EXPECT_TRUE(setting.value.find("{program}") != std::string_view::npos ||
                setting.value.find("{command}") != std::string_view::npos)
        << setting.value;
  }
}

TEST(AgentList, NamesOfAListAreItsWords) {
  EXPECT_THAT(names_in("hooks PreToolUse"), testing::ElementsAre("hooks", "PreToolUse"));
  EXPECT_THAT(names_in(""), testing::IsEmpty());
}

TEST(AgentList, APlaceIsBelowTheProjectOrTheHome) {
  EXPECT_EQ(place_of(".mcp.json", "/project"), "/project/.mcp.json");
  const std::string home = place_of("{home}/.cursor/mcp.json", "/project").string();
  EXPECT_TRUE(home.ends_with("/.cursor/mcp.json") && !home.starts_with("/project")) << home;
}

}  // namespace
}  // namespace proctor::agents
