// Proves that tools/solc.cjs behaves like a native solc where forge relies on it.
// Run it with: node --test tools/      (after npm ci)
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';

const wrapper = fileURLToPath(new URL('solc.cjs', import.meta.url));
const packages = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url)));
const pinned = Object.keys({ ...packages.dependencies, ...packages.devDependencies })
  .filter((name) => name.startsWith('solc-'))
  .map((name) => name.slice('solc-'.length));
const newest = '0.8.30';

let directory; // everything the tests make
let project; // the base path they compile in

before(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'solc-test-'));
  project = path.join(directory, 'project');
  fs.mkdirSync(project);
  for (const version of pinned) fs.symlinkSync(wrapper, path.join(directory, `solc-${version}`));
});
after(() => fs.rmSync(directory, { recursive: true }));

function write(file, text) {
  const full = path.resolve(project, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, text);
}

function solc(args, { input = '', version = newest, ...options } = {}) {
  return spawnSync(path.join(directory, `solc-${version}`), args, {
    input, encoding: 'utf8', maxBuffer: 1 << 28, cwd: project, ...options,
  });
}

function question(sources) {
  return JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  });
}

/** Compiles as forge does, and gives the answer; the program itself must always succeed. */
function compile(sources, { args = ['--base-path', project], ...options } = {}) {
  const run = solc([...args, '--standard-json'], { input: question(sources), ...options });
  assert.equal(run.stderr, '');
  assert.equal(run.status, 0);
  return JSON.parse(run.stdout);
}

const errors = (answer) => (answer.errors ?? []).filter((e) => e.severity === 'error').map((e) => e.formattedMessage);
const importing = (name) => ({ 'Main.sol': `pragma solidity >=0.7.0;\nimport "${name}";\ncontract Main {}` });
const library = 'pragma solidity >=0.7.0;\ncontract Library {}';
const fiveMegabytes = `// ${'x'.repeat(96)}\n`.repeat(50_000);

function assertRefused(name, options) {
  const answer = compile(importing(name), options);
  assert.match(errors(answer).join('\n'), /outside of allowed directories/);
}

describe('--version', () => {
  for (const version of pinned) {
    test(`is said in the native form by ${version}`, () => {
      const run = solc(['--version'], { version });
      assert.equal(run.status, 0);
      const escaped = version.replaceAll('.', '\\.');
      assert.match(run.stdout, new RegExp(
        `^solc, the solidity compiler commandline interface\nVersion: ${escaped}\\+commit\\.[0-9a-f]{8}\\.Linux\\.g\\+\\+\n$`));
    });
  }

  test('comes from the file beside the name when there is one', () => {
    const home = path.join(directory, 'remembered');
    fs.mkdirSync(home);
    fs.symlinkSync(wrapper, path.join(home, 'solc-0.8.30'));
    fs.writeFileSync(path.join(home, 'version'), 'Version: 0.8.30+commit.12345678.Linux.g++\n');
    const run = spawnSync(path.join(home, 'solc-0.8.30'), ['--version'], { encoding: 'utf8' });
    assert.match(run.stdout, /\nVersion: 0\.8\.30\+commit\.12345678\.Linux\.g\+\+\n$/);
  });

  test('ignores a file that is about another version', () => {
    const home = path.join(directory, 'misremembered');
    fs.mkdirSync(home);
    fs.symlinkSync(wrapper, path.join(home, 'solc-0.8.30'));
    fs.writeFileSync(path.join(home, 'version'), 'Version: 0.8.3+commit.12345678.Linux.g++\n');
    const run = spawnSync(path.join(home, 'solc-0.8.30'), ['--version'], { encoding: 'utf8' });
    assert.match(run.stdout, /\nVersion: 0\.8\.30\+commit\.73712a01/);
  });
});

describe('--standard-json', () => {
  for (const version of pinned) {
    test(`${version} takes an input of five megabytes, and an import below the base path`, () => {
      write('src/Library.sol', library);
      const sources = importing('src/Library.sol');
      const answer = compile({ ...sources, 'Big.sol': `${fiveMegabytes}contract Big {}` }, { version });
      assert.deepEqual(errors(answer), []);
      assert.match(answer.contracts['src/Library.sol'].Library.evm.bytecode.object, /^60/);
      assert.ok(answer.contracts['Big.sol'].Big);
    });
  }

  test('takes an import of five megabytes', () => {
    write('src/Huge.sol', `${fiveMegabytes}${library}`);
    assert.deepEqual(errors(compile(importing('src/Huge.sol'))), []);
  });

  test('takes many contracts, not only long comments', () => {
    const body = 'function f(uint256 a) external pure returns (uint256) { return a * 3 + 1; }';
    const sources = {};
    for (let i = 0; i < 60; i++) sources[`C${i}.sol`] = `pragma solidity >=0.7.0;\ncontract C${i} { ${body} }`;
    assert.equal(Object.keys(compile(sources).contracts).length, 60);
  });

  test('a source error is an answer, not a failure of the compiler', () => {
    assert.match(errors(compile({ 'A.sol': 'contract A { uint x = "no"; }' })).join('\n'), /TypeError/);
  });

  test('text that is not ASCII survives', () => {
    const sources = { 'A.sol': 'pragma solidity >=0.7.0;\ncontract A { string constant s = unicode"Größe"; function f() external pure returns (string memory) { return s; } }' };
    const answer = compile(sources);
    assert.deepEqual(errors(answer), []);
    assert.ok(answer.contracts['A.sol'].A.evm.bytecode.object.includes(Buffer.from('Größe').toString('hex')));
  });
});

describe('an import', () => {
  test('that is nowhere is said to be missing', () => {
    assert.match(errors(compile(importing('src/Nowhere.sol'))).join('\n'), /File not found/);
  });

  test('is found below an include path', () => {
    const include = path.join(directory, 'include');
    write(path.join(include, 'dep/Dep.sol'), library);
    const args = ['--base-path', project, '--include-path', include];
    assert.deepEqual(errors(compile(importing('dep/Dep.sol'), { args })), []);
  });

  test('by an absolute path is refused unless its directory is allowed', () => {
    const elsewhere = path.join(directory, 'elsewhere');
    write(path.join(elsewhere, 'Other.sol'), library);
    const name = path.join(elsewhere, 'Other.sol');
    assertRefused(name);
    const args = ['--allow-paths', `/nowhere,${elsewhere}`, '--base-path', project];
    assert.deepEqual(errors(compile(importing(name), { args })), []);
  });

  test('of /etc/passwd is refused', () => assertRefused('/etc/passwd'));
  test('as a file URL outside is refused', () => assertRefused('file:///etc/passwd'));

  test('through .. is refused', () => {
    // A relative import is folded by the compiler, which never climbs above the base; any other comes as it stands.
    write('../Secret.sol', library);
    assertRefused('src/../../Secret.sol');
    assertRefused(`${project}/../Secret.sol`);
    assert.match(errors(compile(importing('../Secret.sol'))).join('\n'), /File not found/);
  });

  test('outside is refused alike whether the file is there or not', () => assertRefused('/etc/not-there'));

  test('through a symlink that leads out is refused', () => {
    fs.symlinkSync('/etc/passwd', path.join(project, 'Innocent.sol'));
    fs.symlinkSync('/etc', path.join(project, 'innocent'));
    assertRefused('Innocent.sol');
    assertRefused('innocent/passwd');
  });

  test('of a directory whose name begins like the base path is refused', () => {
    write(`${project}-twin/Twin.sol`, library);
    assertRefused(`${project}-twin/Twin.sol`);
  });

  test('of a FIFO is refused instead of waiting for it', () => {
    assert.equal(spawnSync('mkfifo', [path.join(project, 'Pipe.sol')]).status, 0);
    assert.match(errors(compile(importing('Pipe.sol'), { timeout: 20_000 })).join('\n'), /Not a valid file/);
  });
});

describe('what is not offered', () => {
  const refusal = (args, options) => {
    const run = solc(args, options);
    assert.equal(run.status, 1);
    assert.equal(run.stdout, '');
    return run.stderr;
  };

  test('an unknown option is refused by name', () => assert.match(refusal(['--optimize']), /unknown option --optimize/));
  test('no option at all is refused', () => assert.match(refusal([]), /say --version or --standard-json/));
  test('an option without its value is refused', () => assert.match(refusal(['--base-path']), /--base-path needs a value/));

  test('a name that is no version is refused', () => {
    const run = spawnSync('node', [wrapper, '--version'], { encoding: 'utf8' });
    assert.equal(run.status, 1);
    assert.match(run.stderr, /call me as solc-<version>/);
  });

  test('a version that is not installed is refused with what to do', () => {
    fs.symlinkSync(wrapper, path.join(directory, 'solc-0.4.1'));
    assert.match(refusal(['--version'], { version: '0.4.1' }), /no compiler at .*solc-0\.4\.1.*npm ci/);
  });

  test('PROCTOR_NODE_MODULES says where the compilers are', () => {
    const env = { ...process.env, PROCTOR_NODE_MODULES: path.join(directory, 'none') };
    assert.match(refusal(['--version'], { env }), /no compiler at .*\/none\/solc-0\.8\.30/);
  });
});

test('a reader that went away ends it with a message, not with a dump', async () => {
  const child = spawn(path.join(directory, `solc-${newest}`), ['--base-path', project, '--standard-json']);
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (data) => { stderr += data; });
  child.stdin.end(question({ 'A.sol': library }));
  const status = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(status, 1);
  assert.match(stderr, /^solc: can't write the answer: EPIPE/);
  assert.ok(stderr.length < 200);
});
