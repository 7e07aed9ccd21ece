#pragma once

namespace boxes {

int volume(int a, int b, int c);

}  // namespace boxes
