#pragma once
int gcd(int a, int b);
