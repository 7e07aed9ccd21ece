// Makes the npm packages: make.mjs STAGE OUT NAME VERSION HOMEPAGE ARCH
//
// STAGE is an installed tree (bin/, share/). Two packages lie in OUT afterwards: the main one, with the shim, and the
// one of the platform (ARCH is x64 or arm64), with the program. The main one names all platforms whose packages of this
// version lie in OUT. No install scripts: npm 12 doesn't run them, and --ignore-scripts never did.
import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [stage, out, name, version, homepage, arch] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const work = fs.mkdtempSync(path.join(out, '.npm-'));

const common = {
  version, homepage, license: 'Apache-2.0',
  description: 'Runs tests under supervision and gives one honest, structured verdict',
};

function pack(folder, fill, manifest) {
  const directory = path.join(work, folder);
  fs.mkdirSync(directory, { recursive: true });
  fill(directory);
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(directory, 'LICENSE'));
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  const printed = execFileSync(path.join(root, 'scripts/npm.sh'), ['pack', '--json', '--ignore-scripts', '--pack-destination', out],
    { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  console.log(path.join(out, JSON.parse(printed)[0].filename));
}

try {
  pack('platform', (directory) => fs.cpSync(stage, directory, { recursive: true, verbatimSymlinks: true }), {
    name: `${name}-linux-${arch}`, ...common,
    os: ['linux'], cpu: [arch],
    preferUnplugged: true,  // Yarn's Plug'n'Play can't start a program within a ZIP file
    files: ['bin', 'share'],
  });
  const platforms = ['linux-x64', 'linux-arm64'].filter((it) => fs.existsSync(path.join(out, `${name}-${it}-${version}.tgz`)));
  pack('main', (directory) => {
    fs.mkdirSync(path.join(directory, 'bin'));
    fs.copyFileSync(path.join(here, 'proctor.js'), path.join(directory, 'bin/proctor.js'));
    fs.chmodSync(path.join(directory, 'bin/proctor.js'), 0o755);
    fs.copyFileSync(path.join(root, 'README.md'), path.join(directory, 'README.md'));
  }, {
    name, ...common,
    keywords: ['test', 'test-runner', 'mcp', 'agents'],
    bin: { proctor: 'bin/proctor.js' },
    files: ['bin'],
    engines: { node: '>=18' },
    optionalDependencies: Object.fromEntries(platforms.map((it) => [`${name}-${it}`, version])),
    proctor: { name, platforms },
  });
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
