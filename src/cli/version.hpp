// Which proctor this is.
#pragma once

namespace proctor::cli {

/// "0.1.0 (12ac5dff, 2026-11-27)": the version, the commit that it was built from and that commit's date.
/// Without a commit (sources without git) the version alone.
const char* version_text();
/// "2026-11-27", or empty.
const char* version_date();

}  // namespace proctor::cli
