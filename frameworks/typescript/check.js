// Whether a submission compiles: check.js ROOT PRIVATE. The compiler looks at the solution alone, with the track's settings
// and not the submission's.
'use strict';

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');

const [root, directory] = process.argv.slice(2);
const places = [process.env.PROCTOR_PREPARED ?? '', '/opt/test-runner'].filter((place) => place !== '');
const modules = places.map((place) => path.join(place, 'node_modules')).find((place) => fs.existsSync(path.join(place, 'typescript')));
if (modules === undefined) {
  console.error('TypeScript is not there: run `proctor warm typescript`.');
  process.exit(127);
}
const compilerOptions = {
  ...{ lib: ['ES2020', 'dom'], module: 'Node16', target: 'ES2020', strict: true, esModuleInterop: true, skipLibCheck: true },
  ...{ forceConsistentCasingInFileNames: true, allowImportingTsExtensions: true, noEmit: true, isolatedModules: true },
  ...{ typeRoots: [path.join(modules, '@types')], types: ['node'] },
};
const config = path.join(directory, 'tsconfig.json');
const include = ['*.ts', '*.tsx'].map((name) => path.join(root, '**', name));
const exclude = ['.meta', '__typetests__', 'node_modules', '*.test.ts', '*.test.tsx', '*.tst.ts'].map((name) => path.join(root, '**', name));
fs.writeFileSync(config, JSON.stringify({ compilerOptions, include, exclude }));

const words = [path.join(modules, 'typescript/bin/tsc'), '--project', config, '--pretty', 'false'];
const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
// (TS18003: there is nothing beside the tests, which say so themselves.)
if (status !== 0 && !stdout.includes('TS18003')) {
  console.error(`${stdout}${stderr}`.trim());
  process.exit(1);
}
