; What is skipped is run: xtest and xtest.each become test. (.skip is the track's mark of what isn't for its site:
; optional.js)
([(call_expression function: (identifier) @skip)
  (member_expression object: (identifier) @skip)]
 (#eq? @skip "xtest")
 (#set! with "test"))

([(call_expression function: (identifier) @skip)
  (member_expression object: (identifier) @skip)]
 (#eq? @skip "xit")
 (#set! with "it"))

([(call_expression function: (identifier) @skip)
  (member_expression object: (identifier) @skip)]
 (#eq? @skip "xdescribe")
 (#set! with "describe"))
