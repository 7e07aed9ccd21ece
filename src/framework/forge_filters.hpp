// Filters for forge that match just what is meant: its globs on paths, its regular expressions on names.
//
// forge's filters on path, contract and test are independent of each other; a test is run if all three match.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::framework {

/// A glob that matches just this path.
std::string exact_glob(std::string_view path);
/// A glob that matches just these paths.
std::string exact_globs(const std::set<std::string>& paths);

/// One glob for any of several.
std::string any_of_globs(const std::vector<std::string>& globs);
/// A regular expression that matches just this text, to be put between `^` and `$`.
std::string exact_regex(std::string_view text);
/// For --match-contract: just these contracts.
std::string contract_filter(const std::set<std::string>& names);
/// For --match-test: just these functions; those named without parameters with any. forge matches against
/// the signature.
std::string test_filter(const std::set<std::string>& names);

}  // namespace proctor::framework
