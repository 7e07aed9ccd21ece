; A test case is a macro's call with a block behind it. To the grammar of C++ these are two statements (the semicolon
; between them is missing), so @test is the call, and the block is its next sibling.

; TEST_CASE("name", "[tags]") { … }
((expression_statement
   (call_expression
     function: (identifier) @_macro
     arguments: (argument_list
       .
       (comment)*
       .
       [(string_literal) (raw_string_literal) (concatenated_string)] @test.name) @_arguments) @_call) @test
 .
 (compound_statement) @test.body
 ; (Catch2 names those without a name itself.)
 (#not-eq? @test.name "\"\"")
 ; (What a macro puts into a name isn't known here.)
 (#not-match? @_arguments "\"[ \t\n]+[A-Za-z_][A-Za-z0-9_]*[ \t\n]*[,)\"]")
 ; (Nor does Catch2 say of a name whether a type belongs to it, if there is just one. It may have commas in brackets.)
 (#not-match? @_call "^(CATCH_)?TEMPLATE_TEST_CASE[^;{]*\"(,|[ \t\n]*/\\*)([^,\"()]|\\([^\"()]*\\))*\\)$")
 (#not-match? @_call "^(CATCH_)?TEMPLATE_PRODUCT_TEST_CASE[^;{]*\"(,|[ \t\n]*/\\*)([^,\"()]|\\([^,\"()]*\\))*,([^,\"()]|\\(([^,\"()]|\\([^\"()]*\\))*\\))*\\)$")
 (#not-match? @_call "^(CATCH_)?TEMPLATE_TEST_CASE[A-Z_]*_SIG[^;{]*\"(,|[ \t\n]*/\\*)[^,\"()]*\\(([^\"()]|\\([^\"()]*\\))*\\)[^,\"()]*,([^,\"()]|\\([^\"()]*\\))*\\)$")
 (#any-of? @_macro
   "TEST_CASE" "SCENARIO" "TEMPLATE_TEST_CASE" "TEMPLATE_TEST_CASE_SIG" "TEMPLATE_PRODUCT_TEST_CASE"
   "TEMPLATE_PRODUCT_TEST_CASE_SIG" "TEMPLATE_LIST_TEST_CASE"
   "CATCH_TEST_CASE" "CATCH_SCENARIO" "CATCH_TEMPLATE_TEST_CASE" "CATCH_TEMPLATE_TEST_CASE_SIG"
   "CATCH_TEMPLATE_PRODUCT_TEST_CASE" "CATCH_TEMPLATE_PRODUCT_TEST_CASE_SIG" "CATCH_TEMPLATE_LIST_TEST_CASE"))

; TEST_CASE_METHOD(Fixture, "name", "[tags]") { … }
((expression_statement
   (call_expression
     function: (identifier) @_macro
     arguments: (argument_list
       .
       (comment)*
       .
       (_)
       .
       (comment)*
       .
       [(string_literal) (raw_string_literal) (concatenated_string)] @test.name) @_arguments) @_call) @test
 .
 (compound_statement) @test.body
 (#not-eq? @test.name "\"\"")
 ; (What a macro puts into a name isn't known here.)
 (#not-match? @_arguments "\"[ \t\n]+[A-Za-z_][A-Za-z0-9_]*[ \t\n]*[,)\"]")
 ; (Nor does Catch2 say of a name whether a type belongs to it, if there is just one. It may have commas in brackets.)
 (#not-match? @_call "^(CATCH_)?TEMPLATE_TEST_CASE[^;{]*\"(,|[ \t\n]*/\\*)([^,\"()]|\\([^\"()]*\\))*\\)$")
 (#not-match? @_call "^(CATCH_)?TEMPLATE_PRODUCT_TEST_CASE[^;{]*\"(,|[ \t\n]*/\\*)([^,\"()]|\\([^,\"()]*\\))*,([^,\"()]|\\(([^,\"()]|\\([^\"()]*\\))*\\))*\\)$")
 (#not-match? @_call "^(CATCH_)?TEMPLATE_TEST_CASE[A-Z_]*_SIG[^;{]*\"(,|[ \t\n]*/\\*)[^,\"()]*\\(([^\"()]|\\([^\"()]*\\))*\\)[^,\"()]*,([^,\"()]|\\([^\"()]*\\))*\\)$")
 (#any-of? @_macro
   "TEST_CASE_METHOD" "TEST_CASE_PERSISTENT_FIXTURE" "SCENARIO_METHOD" "TEMPLATE_TEST_CASE_METHOD"
   "TEMPLATE_TEST_CASE_METHOD_SIG" "TEMPLATE_PRODUCT_TEST_CASE_METHOD" "TEMPLATE_PRODUCT_TEST_CASE_METHOD_SIG"
   "TEMPLATE_LIST_TEST_CASE_METHOD"
   "CATCH_TEST_CASE_METHOD" "CATCH_TEST_CASE_PERSISTENT_FIXTURE" "CATCH_SCENARIO_METHOD"
   "CATCH_TEMPLATE_TEST_CASE_METHOD" "CATCH_TEMPLATE_TEST_CASE_METHOD_SIG"
   "CATCH_TEMPLATE_PRODUCT_TEST_CASE_METHOD" "CATCH_TEMPLATE_PRODUCT_TEST_CASE_METHOD_SIG"
   "CATCH_TEMPLATE_LIST_TEST_CASE_METHOD"))

; The number of the task stands in a tag: "[task_2]". (The reporter tells it, too, from Catch2's own list of tags.)
((expression_statement
   (call_expression
     function: (identifier) @_macro
     arguments: (argument_list (string_literal) @task .))) @test
 .
 (compound_statement)
 (#match? @_macro "^(CATCH_)?(TEST_CASE|SCENARIO)")
 (#match? @task "^\"(\\[[^\\]0-9]*\\])*\\[task_[0-9]+\\](\\[[^\\]0-9]*\\])*\"$"))

; What keeps the later tests from a beginner's own computer, where it stands in a test.
(preproc_if
  "#if" @hide
  condition: (_) @_condition @hide
  "#endif" @hide
  (#match? @_condition "^(defined *\\(? *EXERCISM_RUN_ALL_TESTS *\\)?|EXERCISM_RUN_ALL_TESTS)$"))
(preproc_ifdef
  "#ifdef" @hide
  name: (identifier) @_flag @hide
  "#endif" @hide
  (#eq? @_flag "EXERCISM_RUN_ALL_TESTS"))

; Benchmarks and the like, which are compiled only if they are asked for: there is no telling whether such a test is there.
((preproc_if condition: (_) @_condition) @perhaps
  (#not-match? @_condition "^(defined *\\(? *EXERCISM_RUN_ALL_TESTS *\\)?|EXERCISM_RUN_ALL_TESTS)$"))
((preproc_ifdef "#ifdef" name: (identifier) @_flag) @perhaps
  (#not-eq? @_flag "EXERCISM_RUN_ALL_TESTS"))
(preproc_ifdef "#ifndef") @perhaps
[(preproc_else) (preproc_elif)] @perhaps
((expression_statement
   (call_expression
     function: (identifier) @_macro
     arguments: (argument_list (string_literal) @_tags .))) @perhaps
 (#match? @_macro "^(CATCH_)?(TEST_CASE|SCENARIO)")
 (#match? @_tags "^\"(\\[[^\\]]*\\])*\\[!benchmark\\]"))
