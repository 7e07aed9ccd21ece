// The tools that a package.json's scripts run tests with: a run that listens to one of them says so of the others.
'use strict';

const fs = require('fs');
const path = require('path');

const DEEPEST = 5; // scripts that run scripts
const AROUND = /^\s*(?:\w+=\S*\s+|(?:npx|exec|nyc|c8|cross-env)\s+)*/u;
const TOOL = /^(jest|react-scripts\s+test|mocha|vitest|ava|tap|tape|jasmine|karma|cypress|playwright|(?:bun|deno)(?:\s+-\S+)*\s+test|node\s(?:.*\s)?--test)(?=\s|$)/u;
const SCRIPT = /^(?:npm|yarn|pnpm)\s+(?:run\s+|run-script\s+|-s\s+|--silent\s+)*([\w:.-]+)/u;

/** The commands of a script that run tests, of what npm runs before and behind it, and of the scripts that it runs. */
function testCommands(scripts, name = 'test', depth = 0) {
  const all = [`pre${name}`, name, `post${name}`].flatMap((one) => String(scripts[one] ?? '').split(/&&|\|\||[;&|\n]/u));
  return all.flatMap((command) => {
    const words = command.replace(AROUND, '').trim();
    const other = SCRIPT.exec(words)?.[1];
    if (other in scripts && other !== name && depth < DEEPEST) return testCommands(scripts, other, depth + 1);
    const own = words.replace(/^(?:pnpm|yarn|npm\s+exec|bunx)\s+(?:exec\s+|run\s+|--\s+)?/u, '');
    return TOOL.test(own) ? [own] : [];
  });
}

/** Whether the script "test" leads to a command that `isTold`. */
const leadsTo = (scripts, isTold) => testCommands(scripts ?? {}).some(isTold);

/** Leaves word in the run's own directory of commands that run tests, unless their results are told (`isTold`). */
function tellOthers({ scripts, directory, name, title, isTold }) {
  const others = testCommands(scripts).filter((command) => !isTold(command));
  if (others.length === 0) return;
  const text = `Only the results of ${title} are known. The scripts of package.json run tests by \`${others.join('`, `')}\` as well, ` +
    'and of those at most the exit code counts. If that is enough, name the framework: ' +
    `\`proctor test --framework ${name}\`, or \`use = "${name}"\` below [frameworks] in proctor.toml.`;
  fs.writeFileSync(path.join(directory, 'left_out'), text);
}

module.exports = { leadsTo, tellOthers };
