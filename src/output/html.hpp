// What our HTML pages share: text from anybody made safe, the head, the style.
#pragma once

#include <string>
#include <string_view>

namespace proctor::output {

/// Text for between two tags and for attributes in quotes. What a terminal would act on is taken out, too.
std::string html_escaped(std::string_view text);

/// A page up to the end of its head. It loads nothing from anywhere, sends nothing, and runs no script but
/// that one, should a text ever get out of its element. `style` comes behind what all pages have in common.
std::string html_head(std::string_view title, std::string_view style, std::string_view script = {});

/// The script that was named in the head.
std::string html_script(std::string_view script);

}  // namespace proctor::output
