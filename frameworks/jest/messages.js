// What a failure says to the person who wrote the code: jest's words, without the frames that aren't theirs.
'use strict';

const path = require('path');
const { createRequire } = require('module');

const MOST_FRAMES = 8;
const MOST_ERRORS = 10; // one, what caused it, what caused that …
const FRAME = /^\s+at (?:.*[\s(])?((?:file:\/\/)?\/[^()]*?|node:[^()]*?):(\d+):\d+\)?$/;
// In what matchers say of an error that they caught: there the paths are relative.
const RELATIVE_FRAME = /^\s+at (?:.*\()?([^()]+?):\d+:\d+\)?$/;
// jest explains at length how it could be configured for other languages, and then says what is wrong.
const ADVICE = /^\S*Jest encountered an unexpected token.*?Details:\S*\n\n/s;
const COLOUR = /\x1b\[[\d;]*m/g;
const ANY_FRAME = /^\s+at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\)|<anonymous>)$/;

class Messages {
  /** `settings`: see start.js. Of a submission, paths become `<solution-dir>/…`. */
  constructor({ root, exercise, circus }) {
    this.root = root;
    this.exercise = exercise;
    this.format = (thrown) => createRequire(circus)('pretty-format').format(thrown, { maxDepth: 3 });
  }

  /** Of one entry of a test's `errors`: an error, or an error and the place where the test stands. */
  ofTest(entry, testPath) {
    const [error, place] = Array.isArray(entry) ? entry : [entry, undefined];
    const inner = this.#inner(error, testPath, new Set([error]));
    return [this.text(this.#plain(error, place), testPath).replace(ADVICE, ''), ...inner].join('\n\n');
  }

  // What caused an error, and the errors that it holds: each as jest's own reporter introduces it.
  #inner(error, testPath, known) {
    return innerErrors(error).flatMap(([title, inner]) => {
      if (known.has(inner) || known.size >= MOST_ERRORS) return [];
      known.add(inner);
      const words = typeof inner === 'string' ? inner : this.#plain(inner).replace(/^thrown: /, '');
      return [`${title}:\n${this.text(words, testPath)}`, ...this.#inner(inner, testPath, known)];
    });
  }

  /** Why a file can't be run. */
  ofFile(error) {
    return this.ofTest(error, undefined);
  }

  /** The line of the test file at which a test failed: `entry` is one of its `errors`. */
  lineIn(file, entry) {
    const [error, place] = Array.isArray(entry) ? entry : [entry, undefined];
    for (const line of this.#plain(error, place).split('\n')) {
      const frame = FRAME.exec(line);
      if (frame !== null && frame[1] === file) return Number(frame[2]);
    }
    return undefined;
  }

  /**
   * `stack`, without the frames that aren't in the root, and up to the first in the file `until`: a student sees the
   * test beside it, anybody else sees the frame as well.
   */
  text(stack, until) {
    const lines = stack.split('\n');
    const kept = [];
    let frames = 0;
    let done = false;
    for (const line of lines) {
      const bare = line.replace(COLOUR, '');
      if (!ANY_FRAME.test(bare)) {
        if (!done) kept.push(line);
        continue;
      }
      if (done) continue;
      const file = this.#fileOf(bare);
      if (file === until && until !== undefined) {
        done = true;
        if (!this.exercise) kept.push(line);
      } else if (file !== undefined && this.#isOurs(file)) {
        ++frames;
        if (frames <= MOST_FRAMES) kept.push(line);
        else if (frames === MOST_FRAMES + 1) kept.push('    ...');
      }
    }
    return this.paths(kept.join('\n')).trimEnd();
  }

  /** `text`, which the code under test prints: an error brings a hundred frames of jest, and output is cut early. */
  printed(text) {
    const isForeign = (bare) => ANY_FRAME.test(bare) && !this.#isOurs(FRAME.exec(bare)?.[1] ?? '');
    return text
      .split('\n')
      .filter((line) => !isForeign(line.replace(COLOUR, '')))
      .join('\n');
  }

  paths(text) {
    return text.replaceAll(`${this.root}${path.sep}`, this.exercise ? '<solution-dir>/' : '');
  }

  #fileOf(frame) {
    const file = FRAME.exec(frame)?.[1];
    if (file !== undefined) return file;
    const relative = RELATIVE_FRAME.exec(frame)?.[1];
    return relative === undefined ? undefined : path.resolve(this.root, relative);
  }

  #isOurs(file) {
    return file.startsWith(this.root + path.sep) && !file.includes('/node_modules/');
  }

  #plain(error, place) {
    // Whatever was thrown may be a trap: a getter that throws, a proxy.
    try {
      if (error && typeof error.stack === 'string' && error.stack !== '') return error.stack;
      if (error && error.message) return String(error.message);
      const thrown = `thrown: ${this.format(error)}`;
      const lines = place && typeof place.stack === 'string' ? place.stack.split('\n') : [];
      const frames = lines.filter((line) => ANY_FRAME.test(line)).join('\n');
      return frames === '' ? thrown : `${thrown}\n${frames}`;
    } catch {
      return 'something was thrown that can not be shown';
    }
  }
}

/** With the words before each. Whatever was thrown may be a trap. */
function innerErrors(error) {
  if (typeof error !== 'object' || error === null) return [];
  try {
    const { cause, errors, name } = error;
    const inner = cause === undefined || cause === null ? [] : [['Cause', cause]];
    if (name !== 'AggregateError' || !Array.isArray(errors)) return inner;
    return [...inner, ...errors.slice(0, MOST_ERRORS).map((each) => ['Errors contained in AggregateError', each])];
  } catch {
    return [];
  }
}

module.exports = { Messages };
