// Lists or runs the tests of `deno test`, as the project's tasks or scripts have it: deno run -A run.mjs list|test project|upload [WORD …]
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { runTool } from './told.mjs';
import { commandsOf, wholeOf } from './whole.mjs';

const { tellOthers } = createRequire(import.meta.url)('./scripts.js');
const [mode, origin, ...words] = process.argv.slice(2);
// JSON with comments, and with commas behind the last of several. Strings stay as they are.
const COMMENT = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const COMMA = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;
const settings = (name) => (existsSync(name) ? JSON.parse(readFileSync(name, 'utf8').replace(COMMENT, '$1').replace(COMMA, '$1')) : {});
// A task is its command, or an object with tasks that go before it.
const ofTask = (task) => (typeof task === 'string' ? task
  : [...(task.dependencies ?? []).map((name) => `deno task ${name}`), task.command ?? 'true'].join(' && '));
const tasks = Object.entries({ ...settings('deno.json').tasks, ...settings('deno.jsonc').tasks }).map(([name, task]) => [name, ofTask(task)]);
const scripts = { ...settings('package.json').scripts, ...Object.fromEntries(tasks) };

const TEST = /\bdeno(\s+-\S+)*\s+test(?=\s|$)/;
const isTest = (command) => TEST.test(command);
// A pattern of the project's own chooses tests where we choose none.
const isChosen = mode === 'list' || words.some((word) => /^--(some|without|path)=/.test(word));
const OWN = isChosen ? /\s(?:--filter)[= ](?:'[^']*'|"[^"]*"|\S+)/g : /(?!)/g;
/** With our words, and nobody between it and us who reads its output. */
const listened = (command) => command.replace(/\s\|\s.*$/s, ' ').replace(OWN, '')
  .replace(/\s(--(reporter|junit-path)[= ]\S+|--watch|--quiet|-q)(?=\s|$)/g, '')
  .replace(TEST, '$& "$@"');
const whole = origin === 'upload' ? '' : wholeOf(scripts, (command) => (isTest(command) ? listened(command) : undefined));
const own = [scripts.test, ...Object.values(scripts)].flatMap(commandsOf).find(isTest) ?? 'deno test';
// To list them, nothing is run but the tests' own files.
const command = mode === 'test' && whole.includes('"$@"') ? whole : listened(own);

const STATUS = { ok: 'ok', FAILED: 'failed', cancelled: 'failed', ignored: 'ignored' };
const UNCAUGHT = / \(uncaught error\)$/;
const plainFile = (name) => name.replace(/^\.\//, '');
const path = []; // of the test and its steps that are open
let [begun, uncaught, isOutput] = ['', undefined, false];

/** How deep a line stands, of whose blanks some may be those of a name, and what stands behind the others. */
function placeOf(indentation, rest) {
  const depth = Math.min(Math.floor(indentation.length / 2), path.length);
  return [depth, indentation.slice(depth * 2) + rest];
}

/** `adds ... ok (1ms)`; a step stands two deeper than what it is in. With --parallel: `./a_test.ts => adds ... one ... ok`. */
function mark(told, line) {
  const [, indentation, text, kind, time, unit] =
    /^( *)(.+) \.\.\. (ok|FAILED|ignored|cancelled)(?: \(due to .*?\))?(?: \((?:(\d+)(µs|ms|s)|\w+)\))?$/.exec(line) ?? [];
  if (kind === undefined) return false;
  const [depth, rest] = placeOf(indentation, text);
  const [, file, name] = /^(\.\/.+?) => (.*)$/.exec(rest) ?? [undefined, undefined, rest];
  if (file !== undefined) told.file = plainFile(file);
  path.length = depth;
  const full = [...path, ...(file === undefined ? [name] : name.split(' ... '))].join(' > ');
  if (depth === 0 && file === undefined && !told.isPlanned(full) && told.plan.length > 0) return false;
  const seconds = time === undefined ? undefined : time / { µs: 1e6, ms: 1e3, s: 1 }[unit];
  const message = kind === 'cancelled' ? 'It was cancelled: an error that nothing caught has ended its file.' : undefined;
  told.end(full, STATUS[kind], { seconds, message, isLate: kind === 'FAILED' });
  return true;
}

function read(told, line, isWhole) {
  const [, printed, ends] = /^(.*?)-{5,} (?:post-test )?output( end)? -{5,}$/.exec(line) ?? [];
  if (printed !== undefined && isWhole && (ends || !isOutput)) {
    if (printed !== '') told.print(printed);
    isOutput = !ends;
    return;
  }
  if (isOutput) {
    if (isWhole) told.print(line);
    return;
  }
  const [, indentation, text] = /^( *)(.+) \.\.\. ?$/.exec(line) ?? [];
  const [depth, name] = text === undefined ? [] : placeOf(indentation, text);
  if (name !== undefined && (depth > 0 || told.plan.length === 0 || told.isPlanned(name))) {
    path.splice(depth, path.length, name);
    if (begun !== line.trimEnd()) told.begin(path.join(' > '));
    begun = isWhole ? '' : line.trimEnd();
    return;
  }
  if (!isWhole) return;
  const [, file] = /^running \d+ tests? from (.+)$/.exec(line) ?? [];
  if (file !== undefined) {
    [told.file, told.printed, told.isOver] = [plainFile(file), '', false];
  } else if (UNCAUGHT.test(line)) {
    [uncaught, told.printed] = [plainFile(line.replace(UNCAUGHT, '')), ''];
  } else if (uncaught !== undefined && (line === '' || line.startsWith('This error was not caught'))) {
    told.file = uncaught;
    if (told.printed !== '') told.end('[outside of tests]', 'failed', { message: told.printed.trim() });
    uncaught = undefined;
  } else if (/^(ok|FAILED) \| \d+ passed/.test(line)) {
    [told.isOver, told.printed] = [true, ''];
  } else if (!mark(told, line)) {
    told.print(line);
  }
}

if (mode === 'test') tellOthers({ scripts, directory: process.env.PROCTOR_PRIVATE, name: 'deno', title: 'deno test', isTold: isTest });
await runTool([mode, ...words], {
  ...{ title: 'deno test', command, read },
  reports: (file) => ['--reporter=pretty', `--junit-path=${file}`],
  none: ['--filter=/[^\\s\\S]/'],
  // Where the task names files, these would be run beside them.
  only: (names, files) => [`--filter=/${names}/`, ...(/\stest(\s+-\S+)*\s*$/.test(own) ? files : [])],
});
