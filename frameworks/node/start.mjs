// Runs the tests as package.json's scripts have it: pretest, test and posttest, with our reporter and the words that came
// for it wherever they run `node --test`. Of an upload, and where "test" leads to no `node --test`, the first one is run alone.
//
//   node start.mjs project|upload [WORDS]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { tellOthers } from './scripts.js';

const OPERATORS = /(&&|\|\||;)/;
const DEEPEST = 5; // scripts that run scripts

const { scripts = {} } = existsSync('package.json') ? JSON.parse(readFileSync('package.json', 'utf8')) : {};
const [origin, ...words] = process.argv.slice(2);
const runsTests = (text) => /\bnode\s(.*\s)?--test(\s|$)/.test(text);

/** A command that runs tests, with our reporter, and nobody between it and proctor who reads its output. */
const listened = (command) => command
  .replace(/\s\|\s.*$/s, ' ')
  .replace(/\s--test-reporter(-destination)?[= ]\S+/g, '')
  .replace(/\bnode\s/, 'node --test-reporter=tap "$@" ');

/** A script, with the scripts that npm runs before and behind it, and those that it runs itself. */
function wholeOf(name, depth = 0) {
  const commands = [`pre${name}`, name, `post${name}`].map((one) => scripts[one]).filter((script) => script);
  return commands.map((script) => `(${String(script).split(OPERATORS).map((command) => {
    const [, other] = /^\s*npm\s+(?:(?:run|run-script)\s+)?(?:(?:-s|--silent)\s+)*([\w:.-]+)\s*$/.exec(command) ?? [];
    if (other in scripts && other !== name && depth < DEEPEST) return wholeOf(other, depth + 1);
    return runsTests(command) ? listened(command) : command;
  }).join(' ')}\n)`).join(' && ');
}

const whole = origin === 'upload' ? '' : wholeOf('test');
const all = [scripts.test, ...Object.values(scripts)].flatMap((script) => String(script ?? '').split(OPERATORS));
const command = whole.includes('"$@"') ? whole : listened(all.find(runsTests) ?? 'node --test');
tellOthers({ scripts, directory: process.env.PROCTOR_PRIVATE, name: 'node', title: 'node --test', isTold: runsTests });
const { status, signal } = spawnSync('sh', ['-c', command, 'sh', ...words], {
  stdio: 'inherit',
  env: { ...process.env, PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH },
});
if (signal) process.kill(process.pid, signal);
process.exitCode = status;
