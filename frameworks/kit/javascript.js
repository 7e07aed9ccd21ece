// Starts a framework of JavaScript's: by the project's script "test" where that leads to it, else by its own command.
'use strict';

const fs = require('fs');
const path = require('path');
const { Client } = require('./client.js');
const { findProgram, managerOf, modulesWith, packageIn } = require('./places.js');
const { runListened } = require('./script.js');
const { leadsTo } = require('./scripts.js');

function refuse(message) {
  const client = Client.fromEnvironment([]);
  client.tell('error', { message, unavailable: true });
  client.tell('end');
  process.exit(2);
}

/**
 * `name`: of the package; `program`: of its command, and of proctor's folder; `packages`: those that bring the command;
 * `words`: its options where no script says them; `oldest`: the version that is needed; `hook`: what beside.js requires;
 * `asked`: what that gets.
 */
function start({ name, title, program = name, packages = [name], words = [], oldest, hook, asked }) {
  const [origin, given] = process.argv.slice(2);
  const root = fs.realpathSync(given);
  const { PROCTOR_PRIVATE: directory } = process.env;
  for (const each of ['PREPARED', 'PRIVATE', 'TESTS', 'ROOT', 'FOLDER', 'SLUG']) delete process.env[`PROCTOR_${each}`];
  const modules = modulesWith(name, root);
  if (modules === undefined) refuse(`${title} is not there: install it in the project (npm install --save-dev ${name}).`);
  const { bin, version } = packageIn(path.join(modules, name));
  if (Number.parseInt(version, 10) < oldest) {
    refuse(`${title} ${version} is too old: proctor needs ${title} ${oldest} or newer (npm install --save-dev ${name}@latest).`);
  }
  const { scripts } = packageIn(root);
  const isTold = (command) => command.split(/\s/u)[0] === program;
  const manager = findProgram(managerOf(root)) ?? findProgram('npm');
  const scripted = origin === 'project' && manager !== undefined && leadsTo(scripts, isTold);
  const said = ['pretest', 'test', 'posttest'].filter((each) => scripts?.[each]).map((each) => `"${each}": "${scripts[each]}"`).join(', ');
  runListened({
    command: scripted ? [manager, 'run', 'test'] : [process.execPath, path.join(modules, name, Object(bin)[program] ?? bin), ...words],
    ...{ root, directory, hook, packages, asked: { ...asked, version }, scripts: scripted ? scripts : undefined },
    ...{ script: said, setsOptions: /NODE_OPTIONS/u.test(said), tool: { name: program, title, isTold } },
  });
}

module.exports = { start };
