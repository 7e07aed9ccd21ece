// Tests that were written for Catch2 2 include this name. (A submission is compiled with what is installed: Catch2 3.)
#pragma once
#include <catch2/catch_all.hpp>
