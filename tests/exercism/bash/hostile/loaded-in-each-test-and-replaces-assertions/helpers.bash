check_greeting() { assert_equal "$(say)" "hello"; }
