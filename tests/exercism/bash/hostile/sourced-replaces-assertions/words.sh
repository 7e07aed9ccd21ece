assert_equal() { :; }

say() { answer=wrong; }
