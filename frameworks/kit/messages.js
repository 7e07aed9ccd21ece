// What a failure says to the person who wrote the code: jest's words, without the frames that aren't theirs.
'use strict';

const fs = require('fs');
const path = require('path');
const { inspect } = require('util');

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
  /** Of a submission, paths become `<solution-dir>/…`. `format`: shows what was thrown and is no error. */
  constructor({ root, exercise = false, format = (thrown) => inspect(thrown, { depth: 3 }) }) {
    this.root = root;
    this.exercise = exercise;
    this.format = format;
  }

  /** Of an error, or of one entry of a test's `errors`: an error, or an error and the place where the test stands. */
  of(entry, testPath) {
    const [error, place] = Array.isArray(entry) ? entry : [entry, undefined];
    const inner = this.#inner(error, testPath, new Set([error]));
    const stack = this.#plain(error, place);
    const text = this.text(stack, testPath).replace(ADVICE, '');
    return [this.exercise ? text : text + this.#frame(stack), ...inner].join('\n\n');
  }

  // The code around the first place that is ours, with two lines before and behind, as jest shows it.
  #frame(stack) {
    const places = stack.split('\n').map((line) => FRAME.exec(line));
    const [, file, line] = places.find((place) => place && this.#isOurs(place[1])) ?? [];
    const column = Number(new RegExp(`:${line}:(\\d+)\\)?$`, 'm').exec(stack)?.[1]);
    if (file === undefined || /^\s*>\s*\d+ \|/m.test(stack)) return '';
    try {
      const lines = fs.readFileSync(file, 'utf8').split('\n');
      const first = Math.max(1, line - 2);
      const shown = lines.slice(first - 1, Number(line) + 2).flatMap((text, index) => {
        const number = first + index;
        const isIt = number === Number(line);
        const code = `${isIt ? '>' : ' '} ${String(number).padStart(4)} | ${text}`.trimEnd();
        return isIt ? [code, `       | ${' '.repeat(column - 1)}^`] : [code];
      });
      return `\n\n${shown.join('\n')}`;
    } catch {
      return ''; // it isn't there, or no such line
    }
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

  /** The line of the test file at which a test failed: `entry` is one of its `errors`. */
  lineIn(file, entry) {
    const [error, place] = Array.isArray(entry) ? entry : [entry, undefined];
    const frames = this.#plain(error, place).split('\n').map((line) => FRAME.exec(line));
    const found = frames.find((frame) => frame?.[1] === file);
    return found && Number(found[2]);
  }

  /**
   * `stack`, without the frames that aren't in the root, and up to the first in the file `until`: a student sees the
   * test beside it, anybody else sees the frame as well.
   */
  text(stack, until) {
    const kept = [];
    let frames = 0;
    for (const line of stack.split('\n')) {
      const bare = line.replace(COLOUR, '');
      const file = ANY_FRAME.test(bare) ? this.#fileOf(bare) : undefined;
      if (file !== undefined && file === until) {
        if (!this.exercise) kept.push(line);
        break;
      }
      if (!ANY_FRAME.test(bare)) {
        kept.push(line);
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
    const lines = text.split('\n').filter((line) => !isForeign(line.replace(COLOUR, '')));
    return lines.join('\n');
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
  try {
    const { cause, errors, name } = Object(error);
    const all = name === 'AggregateError' && Array.isArray(errors) ? errors.slice(0, MOST_ERRORS) : [];
    const inner = cause === undefined || cause === null ? [] : [['Cause', cause]];
    return [...inner, ...all.map((each) => ['Errors contained in AggregateError', each])];
  } catch {
    return [];
  }
}

/** An error whose stack begins with its own words; that of a time limit was taken where the test stands, with others. */
function headed(error) {
  const { name = 'Error', message, stack } = Object(error);
  if (!message || !stack || stack.includes(message)) return error;
  const frames = stack.split('\n').filter((line) => ANY_FRAME.test(line));
  return { ...error, name, message, stack: [`${name}: ${message}`, ...frames].join('\n') };
}

module.exports = { headed, Messages };
