; What skips a test or a class whatever the circumstances: @unittest.skip("…"), @skip("…"), @pytest.mark.skip, with
; or without arguments. A condition (skipIf, skipUnless, skipif) is left to decide: it says where a test can run at all.
; And @unittest.skip("extra-credit") stays: by it the track marks tests that a right solution need not pass (that of
; alphametics takes many of them more than the time there is).
((decorator
   (call
     function: [(identifier) @_skip (attribute attribute: (identifier) @_skip)]
     arguments: (_) @_why)) @skip
  (#eq? @_skip "skip")
  (#not-match? @_why "^\\( *(reason *= *)?[\"']extra[- ]credit[\"'] *\\)$"))
((decorator [(identifier) @_skip (attribute attribute: (identifier) @_skip)]) @skip
  (#eq? @_skip "skip"))

; A condition that always holds is no condition.
((decorator
   (call
     function: [(identifier) @_skip (attribute attribute: (identifier) @_skip)]
     arguments: (argument_list . (true)))) @skip
  (#any-of? @_skip "skipIf" "skipif"))
((decorator
   (call
     function: [(identifier) @_skip (attribute attribute: (identifier) @_skip)]
     arguments: (argument_list . (false)))) @skip
  (#eq? @_skip "skipUnless"))

; A test that skips itself (not in an `if`): self.skipTest("…"), pytest.skip("…"), raise unittest.SkipTest("…"). A
; statement has to stay where it may be the only one, but nobody needs to see it.
(function_definition
  body: (block
    [(expression_statement (call function: (attribute) @_call))
     (raise_statement (call function: [(identifier) (attribute)] @_call))] @skip @hide)
  (#match? @_call "^(self\\.skipTest|pytest\\.skip|(\\w+\\.)?SkipTest)$")
  (#set! with "pass"))

; A file that skips all its tests.
(module
  (expression_statement
    (call function: (attribute object: (identifier) @_module attribute: (identifier) @_skip))) @skip
  (#eq? @_module "pytest")
  (#eq? @_skip "skip")
  (#set! with "pass"))
((expression_statement
   (assignment
     left: (identifier) @_mark
     right: [(attribute attribute: (identifier) @_skip)
             (call function: (attribute attribute: (identifier) @_skip))])) @skip
  (#eq? @_mark "pytestmark")
  (#eq? @_skip "skip")
  (#set! with "pass"))
