// Lists or runs the tests of `bun test`, as package.json's scripts have it: bun run.mjs list|test project|upload [WORD …]
import { existsSync, readFileSync } from 'node:fs';
import { tellOthers } from './scripts.js';
import { runTool } from './told.mjs';
import { commandsOf, wholeOf } from './whole.mjs';

const [mode, origin, ...words] = process.argv.slice(2);
const { scripts = {} } = existsSync('package.json') ? JSON.parse(readFileSync('package.json', 'utf8')) : {};
const TEST = /\bbun(\s+-\S+)*\s+test(?=\s|$)/;
const isTest = (command) => TEST.test(command);
// A pattern of the project's own chooses tests where we choose none.
const isChosen = mode === 'list' || words.some((word) => /^--(some|without|path)=/.test(word));
const OWN = isChosen ? /\s(?:-t|--test-name-pattern)[= ](?:'[^']*'|"[^"]*"|\S+)/g : /(?!)/g;
/** With our words, and nobody between it and us who reads its output. */
const listened = (command) => command.replace(/\s\|\s.*$/s, ' ').replace(OWN, '')
  .replace(/\s(--reporter(-outfile)?[= ]\S+|--dots|--only-failures|--watch|--hot)(?=\s|$)/g, '')
  .replace(TEST, '$& "$@"');
const whole = origin === 'upload' ? '' : wholeOf(scripts, (command) => (isTest(command) ? listened(command) : undefined));
const own = [scripts.test, ...Object.values(scripts)].flatMap(commandsOf).find(isTest) ?? 'bun test';
// To list them, nothing is run but the tests' own files.
const command = mode === 'test' && whole.includes('"$@"') ? whole : listened(own);

const MARK = /^(.*?)\((pass|fail|skip|todo)\) (.+?)(?: \[([\d.]+)(m?s)\])?$/;
const STATUS = { pass: 'ok', fail: 'failed', skip: 'ignored', todo: 'ignored' };
const FILE = /^(\S.*[._](?:test|spec)\.[cm]?[jt]sx?):$/;
let isSummary = false;
let outside = 0; // 1: the line below the words that announce an error outside of tests comes; 2: its own lines

function read(told, line, isWhole) {
  if (!isWhole) return;
  if (/^bun test v\d/.test(line)) [told.isOver, isSummary] = [false, false];
  if (told.isOver) {
    told.print(line);
    return;
  }
  if (/^Ran \d+ tests? across \d+ files?\./.test(line)) [told.isOver, told.printed] = [true, ''];
  isSummary ||= /^\d+ tests? (failed|skipped|todo):$/.test(line); // the same once more
  if (isSummary || told.isOver) return;
  if (/^-{31}$/.test(line) && outside > 0) {
    if (outside === 2) told.end('[outside of tests]', 'failed', { message: told.printed.trim() });
    outside = (outside + 1) % 3;
    told.printed = '';
    return;
  }
  if (line === '# Unhandled error between tests') {
    outside = 1;
    return;
  }
  const [, file] = FILE.exec(line) ?? [];
  const [, before, kind, name, time, unit] = MARK.exec(line) ?? [];
  if (file !== undefined) {
    told.file = file;
    told.printed = '';
    told.beginNext();
  } else if (kind !== undefined && (told.isPlanned(name) || (before === '' && (kind === 'fail' || told.plan.length === 0)))) {
    if (before !== '') told.print(before);
    const seconds = time === undefined ? undefined : time / (unit === 'ms' ? 1000 : 1);
    const message = kind === 'fail' ? told.printed.trim() : undefined;
    told.end(name, STATUS[kind], { seconds, message, isLate: message === '' }); // of a test that took too long
    if (name.endsWith('(unnamed)')) told.failRest(name.slice(0, -'(unnamed)'.length), message); // a hook
    told.beginNext();
  } else {
    told.print(line);
  }
}

if (mode === 'test') tellOthers({ scripts, directory: process.env.PROCTOR_PRIVATE, name: 'bun', title: 'bun test', isTold: isTest });
await runTool([mode, ...words], {
  ...{ title: 'bun test', command, read },
  reports: (file) => ['--reporter=junit', `--reporter-outfile=${file}`],
  none: ['--test-name-pattern=[^\\s\\S]'],
  // Where the script names files, these would be run beside them.
  only: (names, files) => [`--test-name-pattern=${names}`, ...(/\stest(\s+-\S+)*\s*$/.test(own) ? files.map((file) => `./${file}`) : [])],
});
