#pragma once

int twice(int number);
int thrice(int number);
