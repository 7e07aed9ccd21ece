#include <iostream>

#include "a_program_beside_the_tests.h"

int main() {
    int a = 1, b = 1, c = 1;
    std::cin >> a >> b >> c;
    std::cout << boxes::volume(a, b, c) << '\n';
}
