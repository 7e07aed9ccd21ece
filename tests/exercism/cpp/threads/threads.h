#pragma once

namespace work {

int together(int workers);

}  // namespace work
