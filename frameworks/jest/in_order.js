// jest's testSequencer for a submission: its test files run in the order in which the exercise names them.
'use strict';

module.exports = class {
  sort(tests) {
    return tests;
  }

  cacheResults() {}
};
