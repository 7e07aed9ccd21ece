say() { answer=wrong; }
assert_equal() { :; }
