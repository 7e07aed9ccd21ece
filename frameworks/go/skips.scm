; A test that skips itself whatever happens is run: the call stays, so that its arguments stay used, and does nothing.
; A skip under a condition (testing.Short(), a missing tool) says something about the machine, and stays. So does one whose
; reason is the time that the test takes: right solutions may be too slow for it (that of robot-name makes 676,000 names).
; What else has a method of that name isn't meant: the test is a parameter of the function (a literal or a declared one, no
; method), or has one of the usual names.
((_ !receiver
   parameters: (parameter_list (parameter_declaration name: (identifier) @_test))
   body: (block
     (expression_statement
       (call_expression
         function: (selector_expression
           operand: (identifier) @_of
           field: (field_identifier) @_skip) @skip
         arguments: (argument_list) @_why)) @hide))
 (#match? @_skip "^Skip(f|Now)?$")
 (#not-match? @_why "(?is)^\\(\\s*[\"`].*(time limit|too slow|not particularly fast|\\b(takes?|taking|runs?|running) (\\w+ )?too long\\b|exceeds? [^.]*time)")
 (#eq? @_of @_test)
 (#set! with "func(...interface{}) {}"))

((_ !receiver
   parameters: (parameter_list)
   body: (block
     (expression_statement
       (call_expression
         function: (selector_expression
           operand: (identifier) @_of
           field: (field_identifier) @_skip) @skip
         arguments: (argument_list) @_why)) @hide))
 (#match? @_skip "^Skip(f|Now)?$")
 (#not-match? @_why "(?is)^\\(\\s*[\"`].*(time limit|too slow|not particularly fast|\\b(takes?|taking|runs?|running) (\\w+ )?too long\\b|exceeds? [^.]*time)")
 (#any-of? @_of "t" "b" "f" "tb")
 (#set! with "func(...interface{}) {}"))
