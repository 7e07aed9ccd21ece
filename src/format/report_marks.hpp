// What proctor says of a run in a report in the format of others: the properties `proctor.shard` ("3/10"),
// `proctor.partition` and `proctor.error`. In JUnit's XML they are properties of a suite, in CTRF they stand
// below `results.environment.extra`, in TAP they are comments ("# proctor.shard: 3/10").
#pragma once

#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "report/report.hpp"

namespace proctor::format {

struct ReportMarks {
  std::optional<Shard> shard{};  ///< none: the tests weren't shared, as far as is known
  std::optional<Error> error{};  ///< the code of an answer that was no pass
};

/// Of a whole report. Only where proctor itself writes it is looked: what a test has printed is no mark.
ReportMarks read_report_marks(std::string_view report);

}  // namespace proctor::format
