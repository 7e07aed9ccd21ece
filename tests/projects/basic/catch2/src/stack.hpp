#pragma once
#include <stdexcept>
#include <vector>

class Stack {
 public:
  void push(int value) { values_.push_back(value); }
  int pop() {
    if (values_.empty()) throw std::out_of_range("the stack is empty");
    const int value = values_.back();
    values_.pop_back();
    return value;
  }
  int size() const { return static_cast<int>(values_.size()); }

 private:
  std::vector<int> values_;
};
