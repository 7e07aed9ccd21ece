; A test that is skipped whatever holds is run. One that is skipped for a reason found at run time (a program that isn't
; there) stays as it is.
(
  (command
    name: (command_name (word) @_word))
  .
  (compound_statement
    (command name: (command_name (word) @_skip)) @skip @hide)
  (#eq? @_word "@test")
  (#eq? @_skip "skip")
  (#set! with ":")
)
