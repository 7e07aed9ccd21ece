// What a failure says to the person who wrote the code: jest's words, without the frames that aren't theirs.
'use strict';

const fs = require('fs');
const path = require('path');

const MOST_FRAMES = 8;
const MOST_ERRORS = 10; // one, what caused it, what caused that …
const FRAME = /^\s+at (?:.*[\s(])?((?:file:\/\/)?\/[^()]*?|node:[^()]*?):(\d+):\d+\)?$/;
// In what matchers say of an error that they caught: there the paths are relative.
const RELATIVE_FRAME = /^\s+at (?:.*\()?([^()]+?):\d+:\d+\)?$/;
const COLOUR = /\x1b\[[\d;]*m/g;
const ANY_FRAME = /^\s+at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\)|<anonymous>)$/;

class Messages {
  /**
   * @param {string} root of the code under test
   * @param {boolean} exercise paths become `<solution-dir>/…`
   * @param {(value: unknown) => string} format how a value that was thrown and is no error is shown
   */
  constructor(root, exercise, format) {
    this.root = root;
    this.exercise = exercise;
    this.format = format;
  }

  /** Of one entry of a test's `errors`: an error, or an error and the place where the test stands. */
  ofTest(entry, testPath) {
    const [error, place] = Array.isArray(entry) ? entry : [entry, undefined];
    const inner = this.#inner(error, testPath, new Set([error]));
    return [this.#withoutAdvice(this.text(this.#plain(error, place), testPath)), ...inner].join('\n\n');
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

  // jest explains at length how it could be configured for other languages, and then says what is wrong.
  #withoutAdvice(text) {
    const bare = text.replace(COLOUR, '');
    if (bare.startsWith('SyntaxError: <solution-dir>/')) return withoutFrames(text);
    const module = /^Error: Must use import to load ES Module: ([^\n]+)\n/.exec(bare)?.[1];
    if (module !== undefined) return this.#withoutMeta(module) ?? text;
    if (!bare.startsWith('Jest encountered an unexpected token')) return text;
    const details = text.indexOf('SyntaxError: ');
    if (details < 0) return text;
    // Babel says the place behind that. What Babel lets through and node doesn't has its place in front.
    return this.#place(text.slice(0, details)) + withoutFrames(text.slice(details));
  }

  // What Babel leaves as it is of a file that is a module.
  #withoutMeta(file) {
    const lines = linesOf(path.join(this.root, file.replace('<solution-dir>/', ''))) ?? [];
    const at = lines.findIndex((line) => line.includes('import.meta'));
    if (at < 0) return undefined;
    return `${file}:${at + 1}\n${lines[at]}\n\nSyntaxError: Cannot use 'import.meta': the file is run as a CommonJS module`;
  }

  // Of node's place (`file:7`, the line, and what marks the spot) the number is that in the code which Babel made.
  #place(before) {
    const place = /\n\s*([^\n]+):\d+\n([^\n]*)\n([ \t]*\^+)\s*$/.exec(before);
    if (place === null) return '';
    const [, file, line, spot] = place;
    const number = lineWith(line.trim(), path.join(this.root, file.replace('<solution-dir>/', '')));
    return `${file}${number === undefined ? '' : `:${number}`}\n${line}\n${spot}\n\n`;
  }

  /** The line of the first frame in the code under test, and not in a package of it. */
  line(stack) {
    for (const line of String(stack).split('\n')) {
      const frame = FRAME.exec(line);
      if (frame !== null && this.#isOurs(frame[1])) return Number(frame[2]);
    }
    return undefined;
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
    if (!text.includes('\n')) return text;
    const isForeign = (line) => {
      const file = FRAME.exec(line.replace(COLOUR, ''))?.[1];
      return file !== undefined && !this.#isOurs(file);
    };
    return text
      .split('\n')
      .filter((line) => !isForeign(line))
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
      if (error && typeof error.stack === 'string' && error.stack !== '') return withMessage(error);
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

function linesOf(file) {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** The number of the only line that contains the text. */
function lineWith(text, file) {
  const lines = linesOf(file);
  if (lines === undefined) return undefined;
  const found = lines.findIndex((line) => line.includes(text));
  return found >= 0 && !lines.slice(found + 1).some((line) => line.includes(text)) ? found + 1 : undefined;
}

// How Babel's configuration, which is the site's, could take what it doesn't.
const BABEL_ADVICE = /\n\n(?:Add @babel\/|If you already added the plugin)[^]*$/u;

const withoutFrames = (text) =>
  text
    .replace(BABEL_ADVICE, '')
    .split('\n')
    .filter((line) => !ANY_FRAME.test(line))
    .join('\n')
    .trimEnd();

// A message that was changed after the error was made doesn't stand in its stack. Of an error without one, which is of a
// class of the solution's, the class is all that is known.
function withMessage(error) {
  const { stack, message } = error;
  if (message === '') {
    const name = error.constructor?.name;
    return typeof name === 'string' && /^\w+$/.test(name) ? stack.replace(/^Error(?:: )?(?=\n|$)/, name) : stack;
  }
  if (typeof message !== 'string' || stack.includes(message)) return stack;
  const first = stack.split('\n').findIndex((line) => ANY_FRAME.test(line));
  const frames = first < 0 ? [] : stack.split('\n').slice(first);
  return [`${error.name ?? 'Error'}: ${message}`, ...frames].join('\n');
}

module.exports = { Messages };
