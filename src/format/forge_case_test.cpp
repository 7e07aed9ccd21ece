#include "format/forge_case.hpp"

#include <gtest/gtest.h>

#include "format/forge_json_testing.hpp"

namespace proctor::format {
namespace {

/// The case that forge's words for one test give.
Case read_case(std::string_view result) {
  const auto whole =
      read_forge(fmt::format("{{\"a.t.sol:A\":{{\"test_results\":{{\"t()\":{}}}}}}}\n", result));
  EXPECT_EQ(whole.state.malformed, "");
  EXPECT_EQ(count(whole.suites).total(), 1U);
  return count(whole.suites).total() == 1 ? whole.suites[0].cases[0] : Case{};
}

TEST(ForgeDuration, AllUnits) {
  EXPECT_NEAR(parse_forge_duration("6ms 744µs 506ns").value_or(-1), 6.744506, 1e-9);
  EXPECT_EQ(parse_forge_duration("1m 3s"), 63'000.0);
  EXPECT_EQ(parse_forge_duration("0s"), 0.0);
  EXPECT_EQ(parse_forge_duration("1.5s"), 1500.0);
  EXPECT_EQ(parse_forge_duration("850ms"), 850.0);
  EXPECT_EQ(parse_forge_duration("2h 1m"), 7'260'000.0);
  EXPECT_EQ(parse_forge_duration("7us"), 0.007);
  EXPECT_EQ(parse_forge_duration("7 μs"), 0.007);
  EXPECT_EQ(parse_forge_duration("1day"), 86'400'000.0);
  EXPECT_NEAR(parse_forge_duration("4s 483ms 164µs 322ns").value_or(-1), 4483.164322, 1e-9);
}

TEST(ForgeDuration, NothingElse) {
  for (const char* text :
       {"", " ", "s", "5", "5x", "-1s", "1e3s", "infs", "nans", "1..5s", "1s,", "1msx", "."}) {
    EXPECT_EQ(parse_forge_duration(text), std::nullopt) << text;
  }
}

TEST(ForgeCase, OldShapes) {
  const Case test =
      read_case(R"j({"success":true,"reason":null,"counterexample":null,"logs":[],"decoded_logs":["a"],
                             "kind":{"Standard":13951},"traces":[],"duration":{"secs":0,"nanos":4885041}})j");
  EXPECT_EQ(test.status, Status::pass);
  EXPECT_EQ(test.kind, "unit");
  EXPECT_EQ(test.gas, 13951U);
  EXPECT_NEAR(test.duration_ms.value_or(0), 4.885041, 1e-9);
  EXPECT_EQ(test.duration, std::nullopt);
  EXPECT_EQ(test.logs, std::vector<std::string>{"a"});
  EXPECT_EQ(read_case(R"j({"success":false})j").status, Status::fail);
}

TEST(ForgeCase, KindsThatDoNotExistYet) {
  EXPECT_EQ(read_case(R"j({"status":"Success","kind":{"Symbolic":{"runs":3,"gas":7,"paths":[1]}}})j").kind,
            "symbolic");
  EXPECT_EQ(read_case(R"j({"status":"Success","kind":{"Symbolic":{"runs":3,"gas":7}}})j").gas, 7U);
  EXPECT_EQ(read_case(R"j({"status":"Success","kind":{"Replay":{"runs":"3"}}})j").runs, 3U);
  EXPECT_EQ(read_case(R"j({"status":"Success","kind":"Replay"})j").kind, "replay");
  EXPECT_EQ(read_case(R"j({"status":"Success","kind":null})j").kind, std::nullopt);
  EXPECT_EQ(read_case(R"j({"status":"Success"})j").status, Status::pass);
}

TEST(ForgeCase, NumbersHoweverTheyAreWritten) {
  for (const char* number : {"245", "245.0", "\"245\"", "2.45e2"}) {
    EXPECT_EQ(
        read_case(fmt::format(R"j({{"status":"Success","kind":{{"Unit":{{"gas":{}}}}}}})j", number)).gas,
        245U)
        << number;
  }
  for (const char* number : {"-1", "\"x\"", "null", "1e30", "[1]", "\"-1\"", "\"\""}) {
    EXPECT_EQ(
        read_case(fmt::format(R"j({{"status":"Success","kind":{{"Unit":{{"gas":{}}}}}}})j", number)).gas,
        std::nullopt)
        << number;
  }
  EXPECT_EQ(read_case(R"j({"status":"Success","kind":{"Unit":{"gas":18446744073709551615}}})j").gas,
            18446744073709551615U);
}

TEST(ForgeCase, AStatusThatIsNotKnownIsAnError) {
  const Case test = read_case(R"j({"status":"Flaky","reason":"it varies"})j");
  EXPECT_EQ(test.status, Status::error);
  EXPECT_NE(test.reason.value_or("").find("Flaky"), std::string::npos);
  EXPECT_NE(test.reason.value_or("").find("it varies"), std::string::npos);
}

TEST(ForgeCase, NoPassWithoutAClearStatus) {
  for (const char* result :
       {"{}", "null", "5", "\"Success\"", "[]", "true", R"j({"status":null})j", R"j({"status":1})j",
        R"j({"status":true})j", R"j({"success":"true"})j", R"j({"success":1})j",
        R"j({"status":null,"success":true})j", R"j({"status":"Success","success":false})j",
        R"j({"status":["Success"]})j", R"j({"status":""})j"}) {
    const Case test = read_case(result);
    EXPECT_EQ(test.status, Status::error) << result;
    EXPECT_TRUE(test.reason.has_value()) << result;
  }
}

TEST(ForgeCase, NoPassWithoutASingleRun) {
  for (const char* kind : {"Fuzz", "Table", "Invariant"}) {
    for (const char* runs : {"0", "\"0\"", "0.0"}) {
      const Case test = read_case(
          fmt::format(R"j({{"status":"Success","reason":null,"kind":{{"{}":{{"runs":{}}}}}}})j", kind, runs));
      EXPECT_EQ(test.status, Status::error) << kind;
    }
    EXPECT_EQ(read_case(fmt::format(R"j({{"status":"Success","kind":{{"{}":{{"runs":1}}}}}})j", kind)).status,
              Status::pass);
    EXPECT_EQ(read_case(fmt::format(R"j({{"status":"Failure","kind":{{"{}":{{"runs":0}}}}}})j", kind)).status,
              Status::fail);
    EXPECT_EQ(read_case(fmt::format(R"j({{"status":"Skipped","kind":{{"{}":{{"runs":0}}}}}})j", kind)).status,
              Status::skip);
  }
}

TEST(ForgeCase, SingleCounterexamples) {
  const auto example = [](std::string_view members) {
    return read_case(fmt::format(R"j({{"status":"Failure","counterexample":{{"Single":{{{}}}}}}})j", members))
        .counterexample;
  };
  EXPECT_EQ(example(R"j("calldata":"0x1","args":"5 [5e0]","raw_args":"5")j"), "5 [5e0]");
  EXPECT_EQ(example(R"j("calldata":"0x1","args":null,"raw_args":"5")j"), "5");
  EXPECT_EQ(example(R"j("calldata":"0x1","args":"","raw_args":null)j"), "0x1");
  EXPECT_EQ(example(R"j("x":[1,null])j"), R"j({"x":[1,null]})j");
}

TEST(ForgeCase, SequencesOfCalls) {
  const auto example = [](std::string_view sequence) {
    return read_case(fmt::format(R"j({{"status":"Failure","counterexample":{{"Sequence":{}}}}})j", sequence))
        .counterexample;
  };
  const std::string call = R"j({"sender":"0x1","addr":"0x2","calldata":"0x3",)j"
                           R"j("contract_name":"a/B.sol:B","signature":"set(uint256)","args":"5"})j";
  EXPECT_EQ(
      example(fmt::format("[12,[{},{}]]", call, call)),
      "(2 calls, shrunk from 12)\nsender=0x1 B.set(uint256) args=[5]\nsender=0x1 B.set(uint256) args=[5]");
  EXPECT_EQ(example(fmt::format("[{}]", call)), "sender=0x1 B.set(uint256) args=[5]");
  EXPECT_EQ(example(fmt::format("[{},{}]", call, call)),
            "sender=0x1 B.set(uint256) args=[5]\nsender=0x1 B.set(uint256) args=[5]");
  EXPECT_EQ(example(R"j([1,[{"warp":"0x5","roll":3,"sender":"0x1","addr":"0x2","calldata":"0x3"}]])j"),
            "warp=0x5 roll=3 sender=0x1 0x2 calldata=0x3");
  EXPECT_EQ(example("7"), "7");
  EXPECT_EQ(example("[1,[]]"), "(0 calls, shrunk from 1)");
}

TEST(ForgeCase, FailuresOfNewerInvariantTests) {
  const Case test = read_case(
      R"j({"status":"Failure","reason":null,"counterexample":null,"kind":{"Invariant":{"runs":1}},)j"
      R"j("invariant_failures":[{"name":"invariant_A()","reason":"was one","counterexample":{"Sequence":[1,)j"
      R"j([{"sender":"0x1","addr":"0x2","signature":"f()","args":""}]]},"traces":[1]},)j"
      R"j({"invariant":"invariant_B()","reason":"grew"},"odd"]})j");
  EXPECT_EQ(test.status, Status::fail);
  EXPECT_EQ(test.reason, "invariant_A(): was one; invariant_B(): grew; odd");
  EXPECT_EQ(test.counterexample, "invariant_A():\nsender=0x1 0x2.f() args=[]");
  EXPECT_EQ(read_case(R"j({"status":"Failure","invariant_failures":{"invariant_A()":{"reason":"x"},"b":2}})j")
                .reason,
            "invariant_A(): x; b: 2");
  EXPECT_EQ(
      read_case(R"j({"status":"Failure","reason":"own","invariant_failures":[{"reason":"x"}]})j").reason,
      "own");
  EXPECT_EQ(read_case(R"j({"status":"Failure","invariant_failures":null})j").reason, std::nullopt);
}

}  // namespace
}  // namespace proctor::format
