// Runs the tests as package.json's scripts have it: pretest, test and posttest, with our reporter and the words that came
// for it wherever they run `node --test`. Of an upload, and where "test" leads to no `node --test`, the first one is run alone.
//
//   node start.mjs project|upload [WORDS]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { tellOthers } from './scripts.js';
import { commandsOf, wholeOf } from './whole.mjs';

const { scripts = {} } = existsSync('package.json') ? JSON.parse(readFileSync('package.json', 'utf8')) : {};
const [origin, ...words] = process.argv.slice(2);
const runsTests = (text) => /\bnode\s(.*\s)?--test(\s|$)/.test(text);

/** A command that runs tests, with our reporter, and nobody between it and proctor who reads its output. */
const listened = (command) => command
  .replace(/\s\|\s.*$/s, ' ')
  .replace(/\s--test-reporter(-destination)?[= ]\S+/g, '')
  .replace(/\bnode\s/, 'node --test-reporter=tap "$@" ');

const whole = origin === 'upload' ? '' : wholeOf(scripts, (command) => (runsTests(command) ? listened(command) : undefined));
const all = [scripts.test, ...Object.values(scripts)].flatMap(commandsOf);
const command = whole.includes('"$@"') ? whole : listened(all.find(runsTests) ?? 'node --test');
tellOthers({ scripts, directory: process.env.PROCTOR_PRIVATE, name: 'node', title: 'node --test', isTold: runsTests });
const { status, signal } = spawnSync('sh', ['-c', command, 'sh', ...words], {
  stdio: 'inherit',
  env: { ...process.env, PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH },
});
if (signal) process.kill(process.pid, signal);
process.exitCode = status;
