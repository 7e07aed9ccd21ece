// Runs the `node --test` of package.json's script with our reporter and the words that came for it. What stands around it
// in the script (a linter, say) isn't run.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

let scripts = {};
try {
  scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts ?? {};
} catch {
  // Then `node --test` finds its files itself.
}
const commands = [scripts.test, ...Object.values(scripts)].flatMap((script) => String(script ?? '').split(/&&|\|\||;/));
const found = commands.find((command) => /\bnode\s(.*\s)?--test(\s|$)/.test(command)) ?? 'node --test';
const command = found
  .replace(/\s--test-reporter(-destination)?[= ]\S+/g, '')
  .replace(/\bnode\s/, 'node --test-reporter=tap "$@" ');
const child = spawn('sh', ['-c', command, 'sh', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PATH: resolve('node_modules/.bin') + delimiter + process.env.PATH },
});
child.on('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  process.exitCode = code;
});
