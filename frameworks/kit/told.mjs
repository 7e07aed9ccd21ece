// Tells the results of a tool whose report comes when all is over (bun, deno), as Rust's libtest writes them. What the tool
// prints says how each test ended and which one is open; its report in JUnit's XML says the rest, and which tests there are.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, matchesGlob, resolve } from 'node:path';
import process from 'node:process';

const PLAN = join(process.env.PROCTOR_PRIVATE, 'plan.json');
const LONGEST_PATTERN = 100_000; // the kernel takes words of 128 KiB
const MOST_PRINTED = 200_000; // of what one test prints, in characters
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const plain = (text) => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/giu, (_, hex, decimal, name) => (
  name ? ENTITIES[name] : String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10))));
const idOf = ({ file, name }) => `${file} > ${name}`;
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
const tell = (event, { file, name, line }, more = {}) => {
  process.stdout.write(`${JSON.stringify({ type: 'test', event, name, file, line, ...more })}\n`);
};

/** Names tests of a file apart that are called the same, in their order. */
function numbering() {
  const times = new Map();
  return (file, name) => {
    const id = idOf({ file, name });
    times.set(id, (times.get(id) ?? 0) + 1);
    return times.get(id) === 1 ? name : `${name} (${times.get(id)})`;
  };
}

/** The cases of a report whose outermost suites are files. `words`: a name's parts, as the tool knows them. */
function casesOf(report) {
  const [xml, around, cases, unique] = [readFileSync(report, 'utf8'), [], [], numbering()];
  for (const { 0: tag, 1: ends, 2: kind, 3: text, 4: empty, index } of xml.matchAll(/<(\/?)(testsuite|testcase)\b((?:[^>"]|"[^"]*")*?)(\/?)>/gu)) {
    const fields = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, key, value]) => [key, plain(value)]));
    if (kind === 'testsuite' && ends) around.pop();
    if (kind === 'testsuite' && !ends && !empty) around.push(fields.name);
    if (kind === 'testsuite' || ends) continue;
    const begin = index + tag.length;
    const body = empty ? '' : xml.slice(begin, xml.indexOf('</testcase>', begin));
    const [, bad, said = '', why = ''] = /<(failure|error|skipped)\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([^]*?)<\/\1>)/u.exec(body) ?? [];
    const words = [...around.slice(1), fields.name];
    const file = around[0].replace(/^\.\//u, '');
    const message = plain(why).trim() || plain(/message="([^"]*)"/u.exec(said)?.[1] ?? '');
    const status = { undefined: 'ok', skipped: 'ignored' }[bad] ?? 'failed';
    cases.push({ file, name: unique(file, words.join(' > ')), words, line: Number(fields.line) || undefined, status, message });
  }
  return cases;
}

/** The tests that are asked for: `--some=ID`, `--without=ID`, `--path=GLOB`; all other words are the tool's own. */
function chosenBy(given, plan) {
  const of = (option) => given.filter((word) => word.startsWith(option)).map((word) => word.slice(option.length));
  const [some, without, paths] = [of('--some='), of('--without='), of('--path=')];
  const isIn = (list, test) => list.some((id) => id === idOf(test) || id.startsWith(`${idOf(test)} > `));
  const isChosen = (test) => (some.length === 0 || isIn(some, test)) && !isIn(without, test)
    && (paths.length === 0 || paths.some((glob) => test.file === glob || matchesGlob(test.file, glob)));
  const isAll = some.length + without.length + paths.length === 0;
  return { tests: plan.filter(isChosen), isAll, words: given.filter((word) => !/^--(some|without|path)=/u.test(word)) };
}

/** What is told of a run. A tool's reader calls it for what it finds in the lines that the tool prints. */
class Told {
  constructor(plan, { tests, isAll }) {
    Object.assign(this, { plan, tests, isAll, open: new Set(), ended: new Map(), late: [], unique: numbering() });
    Object.assign(this, { file: '', printed: '', isOver: false, others: 0 });
  }

  isPlanned(name) { return this.plan.some((test) => test.file === this.file && test.name === name); }

  /** A test and its parts; what is none of the planned tests counts with its file. */
  #isWanted(test) {
    if (this.isAll) return true;
    const isOf = ({ file, name }) => test.file === file && (test.name === name || test.name.startsWith(`${name} > `));
    return this.tests.some(isOf) || (!this.plan.some(isOf) && this.tests.some(({ file }) => file === test.file));
  }

  print(line) { if (this.printed.length < MOST_PRINTED) this.printed += `${line}\n`; }

  begin(name) {
    const test = { file: this.file, name };
    if (this.ended.has(idOf(test)) || this.open.has(idOf(test)) || !this.#isWanted(test)) return;
    this.open.add(idOf(test));
    tell('started', test);
  }

  /** Where the tool doesn't say what begins: of a file it's the first test without a result. */
  beginNext() {
    const next = this.tests.find((test) => test.file === this.file && !this.ended.has(idOf(test)));
    if (next) this.begin(next.name);
  }

  /** `isLate`: the tool tells why when all is over. */
  end(name, status, { message, seconds, isLate = false } = {}) {
    const test = { file: this.file, name: this.unique(this.file, name) };
    const stdout = this.printed;
    this.printed = '';
    if (!this.#isWanted(test)) {
      this.others += status === 'failed' ? 1 : 0;
      return;
    }
    this.ended.set(idOf(test), status);
    this.open.delete(idOf(test));
    if (isLate) this.late.push({ test, more: { stdout } });
    else tell(status, test, { ...(message === undefined ? { stdout } : { message }), exec_time: seconds });
  }

  /** What runs before the tests of a group has failed: they have no result of their own. */
  failRest(group, message) {
    const isLeft = (test) => test.file === this.file && test.name.startsWith(group) && !this.ended.has(idOf(test));
    this.tests.filter(isLeft).forEach(({ name }) => this.end(name, 'failed', { message: `${message}\n\nThis happened before the test.` }));
  }

  /** The reasons of failures and, of a run that came to its end, all that the report has and wasn't told. */
  finish(cases = []) {
    const known = new Map(cases.map((one) => [idOf(one), one]));
    for (const { test, more } of this.late) {
      const { line, message = 'It failed. The run was cut short before the tool said why.' } = known.get(idOf(test)) ?? {};
      tell('failed', { ...test, line }, { ...more, message });
    }
    for (const one of this.isOver ? cases : []) {
      const before = this.ended.get(idOf(one));
      if (!this.#isWanted(one) || before === one.status || (before !== undefined && one.status !== 'failed')) continue;
      this.open.delete(idOf(one));
      tell(one.status, one, one.message ? { message: one.message } : {});
    }
  }
}

/**
 * `title`: of the tool; `command`: for sh, with "$@" where words for the tool go; `reports(file)`: words for a report there;
 * `none`: words to run no test; `only(names, files)`: words to run tests of these names; `read(told, line, isWhole)`: a line
 * that the tool has printed, or the beginning of one.
 */
export async function runTool([mode, ...given], { title, command, reports, none, only, read }) {
  const report = join(process.env.PROCTOR_PRIVATE, `${mode}.xml`);
  rmSync(report, { force: true }); // of a run before
  const known = mode === 'list' || !existsSync(PLAN) ? [] : JSON.parse(readFileSync(PLAN, 'utf8'));
  const chosen = chosenBy(given, known);
  const names = [...new Set(chosen.tests.map(({ words }) => escaped(words.join(' '))))].join('|');
  const isNarrow = !chosen.isAll && known.length > 0 && names.length < LONGEST_PATTERN;
  const some = isNarrow ? only(`^(${names})$`, [...new Set(chosen.tests.map(({ file }) => file))]) : [];
  const words = [...reports(report), ...(mode === 'list' ? none : some), ...chosen.words];
  const told = new Told(known, chosen);
  const child = spawn('sh', ['-c', `exec 2>&1\n${command}`, 'sh', ...words], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH },
  });
  process.on('SIGTERM', () => {
    told.finish();
    process.exit(143);
  });
  let [rest, last] = ['', ''];
  for await (const piece of child.stdout.setEncoding('utf8')) {
    last = (last + piece).slice(-MOST_PRINTED);
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    if (mode === 'list') continue;
    lines.forEach((line) => read(told, line, true));
    read(told, rest, false);
  }
  if (child.exitCode === null && child.signalCode === null) await new Promise((done) => { child.on('close', done); });
  const cases = existsSync(report) ? casesOf(report) : undefined;
  if (mode === 'list') {
    writeFileSync(PLAN, JSON.stringify(cases ?? []));
    for (const test of chosenBy(given, cases ?? []).tests) tell('discovered', test);
    if (cases === undefined) process.stderr.write(last);
    process.exitCode = cases === undefined ? 1 : 0;
    return;
  }
  told.finish(cases);
  const status = child.exitCode ?? 128 + constants.signals[child.signalCode];
  const isCut = cases === undefined || !told.isOver;
  if (isCut && told.open.size === 0) {
    const why = told.ended.size === 0 && status !== 0 ? '' : `${title} ended with exit code ${status}, and not by itself: not all tests have run\n`;
    process.stderr.write(`error: ${why}${last}`);
  }
  // What runs behind the tests. At the beginning of a line `error:` would mean that nothing could be built.
  if (told.isOver) process.stderr.write(told.printed.replace(/^(?=.)/gmu, '  '));
  // A namesake of the tests that were asked for may have failed.
  process.exitCode = isCut ? status || Number(told.open.size === 0) : told.others > 0 && ![...told.ended.values()].includes('failed') ? 0 : status;
  if (status > 128 && status < 160) process.kill(process.pid, status - 128);
}
