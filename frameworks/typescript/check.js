// Whether a submission compiles, and whether its types are those that the exercise's tests of types ask for:
// check.js ROOT PRIVATE. The compiler looks at the solution with the track's settings and not the submission's.
'use strict';

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');

const [root, directory] = process.argv.slice(2);
const places = [process.env.PROCTOR_PREPARED ?? '', '/opt/test-runner'].filter((place) => place !== '');
const modules = places.map((place) => path.join(place, 'node_modules')).find((place) => fs.existsSync(path.join(place, 'typescript')));
if (modules === undefined) missing('TypeScript');
const compilerOptions = {
  ...{ lib: ['ES2020', 'dom'], module: 'Node16', target: 'ES2020', strict: true, esModuleInterop: true, skipLibCheck: true },
  ...{ forceConsistentCasingInFileNames: true, allowImportingTsExtensions: true, noEmit: true, isolatedModules: true },
  ...{ typeRoots: [path.join(modules, '@types')], types: ['node'] },
};
checkSolution();
checkTypes();

function missing(what) {
  console.error(`${what} is not there: run \`proctor warm typescript\`.`);
  process.exit(127);
}

/** Runs a program of these modules, and ends with what it said if it fails and what it said isn't to be passed over. */
function run(words, passOver, before = '') {
  const env = { ...process.env, TSTYCHE_NO_COLOR: '1', TSTYCHE_STORE_PATH: directory };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });
  if (status === 0 || passOver(stdout)) return;
  console.error(`${before}${stderr || stdout}`.trim());
  process.exit(1);
}

function checkSolution() {
  const config = path.join(directory, 'tsconfig.json');
  const include = ['*.ts', '*.tsx'].map((name) => path.join(root, '**', name));
  const exclude = ['.meta', '__typetests__', 'node_modules', '*.test.ts', '*.test.tsx', '*.tst.ts'].map((name) => path.join(root, '**', name));
  fs.writeFileSync(config, JSON.stringify({ compilerOptions, include, exclude }));
  // (TS18003: there is nothing beside the tests, which say so themselves.)
  run([path.join(modules, 'typescript/bin/tsc'), '--project', config, '--pretty', 'false'], (said) => said.includes('TS18003'));
}

/**
 * tstyche takes the settings for the compiler from the nearest tsconfig.json, and its own from where it is told. Its types
 * for CommonJS will do for both kinds of modules.
 */
function checkTypes() {
  const tests = path.join(root, '__typetests__');
  if (!fs.existsSync(tests) || !fs.readdirSync(tests).some((name) => name.endsWith('.tst.ts'))) return;
  const tool = path.join(modules, 'tstyche/build');
  if (!fs.existsSync(tool)) missing('tstyche');
  const paths = { tstyche: [path.join(tool, 'index.d.cts')] };
  fs.writeFileSync(path.join(tests, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include: ['*.tst.ts'] }));
  const config = path.join(directory, 'tstyche.config.json');
  fs.writeFileSync(config, JSON.stringify({ rootPath: root, testFileMatch: ['__typetests__/*.tst.ts'] }));
  const why = "The solution compiles, but its types aren't those that the exercise asks for.\n\n";
  run([path.join(tool, 'bin.js'), '--config', config], () => false, why);
}
