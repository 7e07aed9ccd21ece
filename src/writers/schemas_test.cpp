// CTRF against the schema of its npm package, a copy of which lies in tests/data.
#include <gtest/gtest.h>

#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "writers/writers_testing.hpp"

namespace proctor::writers {
namespace {

std::string faults(const std::string& text) {
  const json::value document =
      *parse_json(*read_file(PROCTOR_SOURCE_DIR "/node_modules/ctrf/dist/ctrf-schema-0.0.json"));
  const json::value value = *parse_json(text);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::BoostJsonAdapter(document), schema);
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, valijson::adapters::BoostJsonAdapter(value), &results);
  std::string all;
  for (const auto& error : results) {
    for (const std::string& part : error.context) all += part;
    all += ": " + error.description + '\n';
  }
  return all;
}

TEST(CtrfSchema, HoldsForEveryKindOfAnswer) {
  const Answer answer = all_kinds();
  Written all = written(answer);
  all.around = {"main", "0a1b2c3", "me/shop", "test", "17", "https://ci.example/17", "/home/me/shop"};
  all.insights = {
      .runs = 4, .passed = 3, .tests = {{{"test/test_stock.py", "Stock", "test_empty"}, 4, 1, 1, 1, 2}}};
  EXPECT_EQ(faults(write_ctrf(all)), "");
  for (const Answer& one : {passed(), timed_out(), Answer{}}) EXPECT_EQ(faults(write_ctrf(written(one))), "");
  EXPECT_NE(faults(R"({"reportFormat": "CTRF"})"), "");
}

}  // namespace
}  // namespace proctor::writers
