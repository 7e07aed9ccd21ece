// Runs the tests as package.json's scripts have it: pretest, test and posttest, with our reporter and the words that came
// for it wherever they run `node --test`. Of an upload, and where "test" leads to no `node --test`, the first one is run alone.
// With --files the files that this runs are printed, and none of their tests is run.
//
//   node start.mjs project|upload SECONDS [--files] [--some=ID …] [WORDS]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { tellOthers } from './scripts.js';
import { commandsOf, wholeOf } from './whole.mjs';

const { scripts = {} } = existsSync('package.json') ? JSON.parse(readFileSync('package.json', 'utf8')) : {};
const [origin, seconds, ...given] = process.argv.slice(2);
const [major, minor] = process.versions.node.split('.').map(Number);
const some = given.filter((word) => word.startsWith('--some=')).map((word) => word.slice('--some='.length));
const words = [...given.filter((word) => !word.startsWith('--some=')), ...choose(some)];
const runsTests = (text) => /\bnode\s(.*\s)?--test(\s|$)/.test(text);

/** A command that runs tests, with our reporter, and nobody between it and proctor who reads its output. */
const listened = (command) => command
  .replace(/\s\|\s.*$/s, ' ')
  .replace(/\s--test-reporter(-destination)?[= ]\S+/g, '')
  .replace(/\bnode\s/, 'node --test-reporter=tap "$@" ');

/** A pattern of a name as TAP has it, which knows no line feeds, as one of the name as the test has it. */
function patternOf(name) {
  return name.replaceAll('\\\\n', '(?:\\\\n|\\n)');
}

/** The words that have these tests run, and what they stand in. Where in an id (a pattern) a name ends isn't known. */
function choose(ids) {
  const isFile = (pattern) => existsSync(pattern.replace(/\\(.)/g, '$1'));
  const paths = ids.map((id) => id.split(/ > |::/)).map(([first, ...rest]) => (isFile(first) ? rest : [first, ...rest]));
  if (paths.length === 0 || paths.some((path) => path.length === 0)) return []; // a whole file
  const chains = (path, isOpen) => path.map((_, at) => path.slice(at).map(patternOf)
    .reduceRight((behind, name) => `${name}(?:(?: +(?:> +)?|::)${behind})${isOpen ? '?' : ''}`));
  // Before 22.1 a test runs if its own name matches; since then also what stands in one that does.
  const isOld = major < 22 || (major === 22 && minor < 1);
  const ends = paths.flatMap((path) => (path.length > 1 ? chains(path, false).slice(1) : chains(path, false)));
  if (isOld || paths.every((path) => path.length === 1)) return [`--test-name-pattern=^ *(?:${ends.join('|')}) *$`];
  // What isn't left out then is in each of its names one of these: its own, that of what it stands in, and all in a row.
  return [`--test-skip-pattern=^(?! *(?:<root>|${paths.flatMap((path) => chains(path, true)).join('|')})? *$)`];
}

// node itself stops a file that doesn't end, a moment before proctor would stop all: so the others have their results.
const limits = major > 20 || (major === 20 && minor >= 11) ? [`--test-timeout=${Math.max(1000, Math.floor(Number(seconds) * 900))}`] : [];

const whole = origin === 'upload' ? '' : wholeOf(scripts, (command) => (runsTests(command) ? listened(command) : undefined));
const all = [scripts.test, ...Object.values(scripts)].flatMap(commandsOf);
const command = whole.includes('"$@"') ? whole : listened(all.find(runsTests) ?? 'node --test');
const env = { ...process.env, PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH };
if (given.includes('--files')) {
  printFiles();
} else {
  tellOthers({ scripts, directory: process.env.PROCTOR_PRIVATE, name: 'node', title: 'node --test', isTold: runsTests });
  const { status, signal } = spawnSync('sh', ['-c', command, 'sh', ...(command.includes('--test-timeout') ? [] : limits), ...words],
    { stdio: 'inherit', env });
  if (signal) process.kill(process.pid, signal);
  process.exitCode = status;
}

/** In the order in which node shares them out. Each file that node starts notes itself down and ends (files.cjs). */
function printFiles() {
  const hasShards = major > 20 || (major === 20 && minor >= 5) || (major === 18 && minor >= 19);
  if (!hasShards) fail(`Node ${process.versions.node} has no --test-shard: it takes Node 18.19, 20.5 or newer`);
  const list = join(process.env.PROCTOR_PRIVATE, 'files');
  const preload = `--require ${JSON.stringify(join(process.env.PROCTOR_FOLDER, 'files.cjs'))}`;
  const { status } = spawnSync('sh', ['-c', command, 'sh'], { stdio: 'ignore', env: { ...env, PROCTOR_FILES: list, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${preload}` } });
  const started = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').map((line) => JSON.parse(line)) : [];
  if (started.length === 0 && status !== 0) fail('the scripts of package.json failed before `node --test` started a file');
  if (started.length === 0) fail('`node --test` started no file in a process of its own');
  if (new Set(started.map(({ runner }) => runner)).size > 1) fail('the scripts of package.json run `node --test` more than once');
  for (const { file } of started) console.log(relative('.', file));
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
