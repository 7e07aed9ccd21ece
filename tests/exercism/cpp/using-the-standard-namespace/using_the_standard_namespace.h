#pragma once
#include <string>
#include <utility>

using namespace std;

struct Point {
    int x;
    int y;
};

bool operator==(const Point& one, const pair<int, int>& other);
inline bool equal_x(const Point& one, int x) { return one.x == x; }

class Path {
public:
    bool operator==(const string& other) const { return steps == other; }

private:
    string steps;
};

Point origin();
