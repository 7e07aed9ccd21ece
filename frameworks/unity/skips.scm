; `TEST_IGNORE();` and `TEST_IGNORE_MESSAGE("...");` leave a test for later. A statement stays: where it is all that a
; condition does, the next one would be that.
((expression_statement) @skip @hide
  (#match? @skip "^TEST_IGNORE(_MESSAGE)?\\s*\\(")
  (#set! with "{}"))

; So does a macro that stands for one of them, as it is or in `do { … } while (0)`; without it, there is nothing left of
; the macro.
((preproc_arg) @skip
  (#match? @skip "TEST_IGNORE")
  (#match? @skip "^\\W*(do\\b\\W*)?TEST_IGNORE(_MESSAGE)?\\s*\\("))
