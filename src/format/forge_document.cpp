#include "format/forge_document.hpp"

#include <fmt/format.h>

#include <boost/json/basic_parser_impl.hpp>
#include <optional>

namespace proctor::format {
namespace {

boost::json::parse_options options() {
  boost::json::parse_options options;
  options.max_depth = ForgeDocument::kMaxDepth;
  // Forge writes valid UTF-8. A byte of it that went wrong mustn't cost the whole report; what is kept is
  // repaired.
  options.allow_invalid_utf8 = true;
  return options;
}

}  // namespace

struct ForgeDocument::Impl {
  explicit Impl(ForgeResults& to) : results(to) { parser.emplace(options(), to); }

  ForgeResults& results;
  std::optional<boost::json::basic_parser<ForgeHandler>> parser;
  bool too_deep = false;
};

ForgeDocument::ForgeDocument(ForgeResults& results) : impl_(std::make_unique<Impl>(results)) {}
ForgeDocument::~ForgeDocument() = default;

void ForgeDocument::reset() {
  impl_->parser.emplace(options(), impl_->results);
  impl_->too_deep = false;
}

ForgeDocument::Step ForgeDocument::feed(std::string_view bytes) {
  boost::json::error_code error;
  auto& parser = *impl_->parser;
  const std::size_t used = parser.write_some(true, bytes.data(), bytes.size(), error);
  if (error) return {Progress::failed, bytes.size()};
  if (parser.done()) return {Progress::done, used};
  if (bytes.ends_with('\n') && parser.handler().depth() > kMaxDepthAcrossLines) {
    impl_->too_deep = true;
    return {Progress::failed, bytes.size()};
  }
  return {Progress::more, bytes.size()};
}

const ForgeHandler& ForgeDocument::seen() const {
  return impl_->parser->handler();
}

bool ForgeDocument::too_deep() const {
  return impl_->too_deep || impl_->parser->last_error() == boost::json::error::too_deep;
}

std::string ForgeDocument::failure() const {
  if (impl_->too_deep) {
    return fmt::format("it is nested more than {} deep over several lines", kMaxDepthAcrossLines);
  }
  if (too_deep()) return fmt::format("it is nested more than {} deep", kMaxDepth);
  return fmt::format("it is not valid JSON ({})", impl_->parser->last_error().message());
}

}  // namespace proctor::format
