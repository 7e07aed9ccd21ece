// How a piece of source is shown: lines without their common indentation, without what is hidden.
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/edit.hpp"
#include "source/grammar.hpp"

namespace proctor::source {

/// A piece of the source, in bytes.
struct Range {
  std::size_t begin = 0, end = 0;
  bool empty() const { return end <= begin; }
  bool contains(Range inner) const { return begin <= inner.begin && end >= inner.end; }
};

Range range_of(TSNode node);

/// The beginning of the line that a byte stands in.
std::size_t line_begin(std::string_view text, std::size_t at);

/// The white space that a line begins with.
std::string_view indentation(std::string_view text, std::size_t line_begin);

/// What a language's strings over several lines are (Go's raw ones: other languages' are shown like the code
/// around them), in their order.
std::vector<Range> raw_strings(const Grammar& grammar, std::string_view text);

/// A line that begins there begins within one of these.
bool begins_within(const std::vector<Range>& texts, std::size_t at);

/// Nothing but white space stands before it on its line.
bool begins_its_line(std::string_view text, std::size_t at);

/// Shows pieces of one text.
class Code {
 public:
  /// `cuts` is what is left out or replaced, as tidy() leaves it. Both must outlive this. Lines that begin
  /// within one of `texts` (as raw_strings() gives them) keep their indentation: it is part of a value.
  Code(std::string_view text, const std::vector<Edit>& cuts, std::vector<Range> texts = {})
      : text_(text), cuts_(cuts), texts_(std::move(texts)) {}

  std::string_view text() const { return text_; }
  const std::vector<Edit>& cuts() const { return cuts_; }
  const std::vector<Range>& texts() const { return texts_; }

  /// Lines without `margin` where they begin with it (the first only if the piece begins with its line),
  /// blank lines at both ends dropped, and those that only cuts made blank anywhere.
  std::string show(Range piece, std::string_view margin) const;

  /// What stands in a body, from a brace to a brace or of statements alone, and the comments before it.
  std::string body(const std::vector<TSNode>& nodes) const;
  /// The statements of a body, each from its own beginning; all of it if it is an expression.
  std::string statements(const std::vector<TSNode>& nodes) const;
  /// The bodies with their braces, indented as the line `owner` begins in isn't.
  std::string block(const std::vector<TSNode>& nodes, std::size_t owner) const;
  /// Everything from the comment before `node` to `end`.
  std::string whole(TSNode node, std::size_t end) const;

  /// Where the comments begin that stand on the lines before a node; the node itself if there are none.
  std::size_t with_comments(TSNode node) const;

 private:
  bool is_cut(Range piece) const;

  std::string_view text_;
  const std::vector<Edit>& cuts_;
  std::vector<Range> texts_;
};

/// What is between a block's braces; nothing if it has none.
std::optional<Range> inside_braces(TSNode node);

}  // namespace proctor::source
