// Assertions that failed in a test which passes all the same: what they threw never came to the test's end. The
// solution caught it; or the tests themselves did, which is their affair.
'use strict';

const { apply } = Reflect;
const { toString } = Function.prototype;

// By which the author's files may go on behind an assertion that failed. (What toThrow catches is known.)
const CATCHES =
  /\btry\s*\{|\bcatch\b|\bPromise\.(?:allSettled|any|race)\b|\b(?:throws|doesNotThrow|rejects|doesNotReject)\s*\(/u;
// The same in a test itself: what `expect(…).rejects` catches isn't told.
const REJECTS = /\.rejects\b/u;

const OPENS = '([{';
const CLOSES = ')]}';

/** Whether something is called with a comma between its arguments; `begin`: where they begin. */
function hasSecondArgument(source, begin) {
  for (let at = begin, depth = 0; at < source.length && depth >= 0; ++at) {
    if (source[at] === ',' && depth === 0) return true;
    if (OPENS.includes(source[at])) ++depth;
    if (CLOSES.includes(source[at])) --depth;
  }
  return false;
}

function mayCatch(source) {
  if (CATCHES.test(source)) return true;
  const calls = [...source.matchAll(/\.then\s*\(/gu)];
  return calls.some(({ index, 0: words }) => hasSecondArgument(source, index + words.length));
}

class Assertions {
  #failed = new Map(); // test: what a matcher has found that fails
  #mayCatch = true;
  #mayReject = true;
  #ownerOf;

  /** `ownerOf`: the test to which an assertion belongs, if jest says (or doesn't) that it is this one. */
  constructor(ownerOf) {
    this.#ownerOf = ownerOf;
  }

  /** `authors`: the texts of a submission's files that aren't the solution's. */
  fileBegins(authors) {
    this.#mayCatch = authors === undefined || authors.some(mayCatch);
    this.#mayReject = authors === undefined || authors.some((each) => REJECTS.test(each));
  }

  /** Tests run side by side, and whose assertion it is can't be told. */
  leaveOut() {
    this.#mayCatch = true;
  }

  /** A matcher has found what fails. `identity` (optional): says whose assertion it is. */
  failed(result, identity) {
    let told;
    try {
      told = identity?.();
    } catch {
      // The code under test has put something of its own there.
    }
    const { test, isSure } = this.#ownerOf(told);
    if (test !== undefined) this.#failed.set(test, { result, isSure });
  }

  /** To be given to `goBack` when what has failed since then was caught as it should be: by toThrow. */
  mark() {
    return this.#failed.size === 0 ? undefined : new Map(this.#failed);
  }

  goBack(mark) {
    this.#failed = mark ?? new Map();
  }

  /** Whether an assertion that failed in a test that passes all the same is held against it. */
  judges(test) {
    if (test === undefined || this.#mayCatch || test.failing) return false;
    if (!this.#mayReject) return true;
    const text = apply(toString, test.fn, []);
    // A test that is a row, or that Babel has rewritten, is called by a function that says nothing.
    return text.includes('expect') && !REJECTS.test(text);
  }

  forget(test) {
    this.#failed.delete(test);
  }

  /** Tests of which something is noted. */
  get tests() {
    return [...this.#failed.keys()];
  }

  /** Why a test hasn't passed, or undefined. */
  doubt(test) {
    const noted = this.#failed.get(test);
    if (noted === undefined || !this.judges(test)) return undefined;
    const words = wordsOf(noted.result);
    return (
      `${words === undefined ? '' : `${words}\n\n`}` +
      'An assertion failed, and the test went on: what it throws must not be caught by the solution.' +
      (noted.isSure ? '' : ' (Or it belongs to a test before this one, which did not wait for it.)')
    );
  }
}

/** What it would show belongs to the code under test, and may be a trap. */
function wordsOf(result) {
  try {
    return String(apply(result.message, undefined, []));
  } catch {
    return undefined;
  }
}

module.exports = { Assertions };
