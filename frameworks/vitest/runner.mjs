// vitest's own runner, which asks and tells proctor as well. Each worker is a client.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { Caught } = require('./caught.js');
const { Client } = require('./client.js');
const { headed, Messages } = require('./messages.js');
const CAN = ['skip', 'stop', 'captures'];

const testsOf = (suite) => suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));
const isToRun = ({ mode }) => mode === 'run' || mode === 'queued';

/** The class that vitest is to run tests by. `settings`: see hook.js. */
export async function make({ root, ran, before, patterns, channel, home }) {
  const load = (file) => import(pathToFileURL(path.join(home, file)));
  const { VitestTestRunner: Plain } = fs.existsSync(path.join(home, 'dist/runners.js'))
    ? await load('dist/runners.js')
    : { VitestTestRunner: (await load('dist/index.js')).TestRunner };
  const messages = new Messages({ root });
  let client, caught;

  return class extends Plain {
    #known = new Map(); // tests, with their fields and proctor's answer
    #leftOut = new Set();
    #flaky = [];

    async onBeforeCollect(paths) {
      await super.onBeforeCollect?.(paths);
      caught ??= new Caught(globalThis.console);
      if (client === undefined) client = new Client(channel, CAN);
      else client.tell('hello', { can: CAN });
    }

    async importFile(file, source) {
      if (source === 'collect') {
        const isAsked = patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern, 'u').test(file));
        if (!isAsked || client.tell('load', { id: path.relative(root, file) }) !== 'run') {
          this.#leftOut.add(file);
          return undefined;
        }
      }
      return super.importFile(file, source);
    }

    async onCollected(files) {
      await super.onCollected?.(files);
      for (const file of files) this.#plan(file);
    }

    #plan(file) {
      const name = path.relative(root, file.filepath);
      const again = [file.projectName, before[name] && `run ${before[name] + 1}`].filter(Boolean).map((one) => ` [${one}]`).join('');
      const used = new Map();
      const planned = [];
      for (const test of testsOf(file)) {
        const titles = [];
        for (let at = test; at && at !== file && at.filepath === undefined; at = at.suite) if (at.name) titles.unshift(at.name);
        const whole = `${name} > ${titles.join(' > ')}${again}`;
        const count = (used.get(whole) ?? 0) + 1;
        used.set(whole, count);
        const id = count === 1 ? whole : `${whole} #${count}`;
        const fields = { id, name: titles.join(' > ') + again, file: name, line: test.location?.line };
        this.#known.set(test, { fields });
        planned.push(fields);
      }
      fs.appendFileSync(ran, `${name}\n`);
      if (planned.length > 0) client.tell('plan', { tests: planned });
    }

    // proctor's answer, which is asked for once.
    #ask(test) {
      const known = this.#known.get(test);
      if (known === undefined) return 'run';
      if (known.answer === undefined) {
        known.answer = client.tell('ask', known.fields);
        caught.take();
      }
      return known.answer;
    }

    // What runs before all tests of a suite prepares its first one, which may hang there; and is for nothing if none is wanted.
    async onBeforeRunSuite(suite) {
      await super.onBeforeRunSuite?.(suite);
      const tests = testsOf(suite).filter(isToRun);
      if (isToRun(suite) && tests.length > 0 && !tests.some((test) => this.#ask(test) === 'run')) suite.mode = 'skip';
    }

    async onBeforeRunTask(test) {
      await super.onBeforeRunTask?.(test);
      if (isToRun(test) && this.#ask(test) !== 'run') test.mode = 'skip';
    }

    async onAfterRunTask(test) {
      await super.onAfterRunTask?.(test);
      this.#finish(test);
    }

    async onAfterRunFiles(files) {
      await super.onAfterRunFiles?.(files);
      for (const file of files ?? []) {
        if (this.#leftOut.has(file.filepath)) continue;
        this.#failedBehind(file);
        testsOf(file).forEach((test) => this.#rest(test));
      }
      if (this.#flaky.length > 0) {
        client.tell('warning', { message: `vitest ran these again, and only then they passed: ${this.#flaky.splice(0).join('; ')}.` });
      }
      client.tell('end');
    }

    // What runs behind all tests of a suite has failed: the last of them did so. (vitest tells it of a file by itself.)
    #failedBehind(suite) {
      for (const one of suite.tasks.filter((task) => task.type === 'suite')) {
        this.#failedBehind(one);
        const last = testsOf(one).findLast((test) => this.#known.get(test)?.over);
        const { errors = [] } = one.result ?? {};
        if (last && errors.length > 0) client.tell('late', { id: this.#known.get(last).fields.id, ...this.#explain(errors, one.file.filepath) });
      }
    }

    // A test that vitest itself didn't come to: it is skipped, or what runs before all of its suite has failed.
    #rest(test) {
      if (this.#known.get(test)?.over || this.#ask(test) !== 'run') return;
      const failed = [];
      for (let at = test.suite ?? test.file; at; at = at.suite ?? (at === test.file ? undefined : test.file)) failed.push(...(at.result?.errors ?? []));
      if (!isToRun(test) && failed.length === 0) this.#finish(test);
      else if (failed.length > 0) this.#tell(test, 'error', { message: `${messages.of(headed(failed[0]), test.file.filepath)}\n\nThis happened before the test.` });
    }

    #finish(test) {
      const { result = {} } = test;
      const errors = result.errors ?? [];
      if (result.state === 'fail') this.#tell(test, 'fail', this.#explain(errors, test.file.filepath));
      else if (result.state === 'pass') this.#tell(test, 'pass');
      else this.#tell(test, 'skip', { message: result.note });
    }

    #tell(test, status, more = {}) {
      const known = this.#known.get(test);
      if (known === undefined || known.over || known.answer !== 'run') return;
      known.over = true;
      if (status === 'pass' && test.result.retryCount > 0) this.#flaky.push(known.fields.name);
      const { duration } = test.result ?? {};
      client.tell('finish', { ...known.fields, status, duration_ms: duration, output: caught.take(), ...more });
    }

    #explain(errors, file) {
      const text = (error) => messages.of(headed(error), file) + (error.diff ? `\n\n${error.diff}` : '');
      return { message: errors.map(text).join('\n\n') || 'The test failed.', line: errors[0] && messages.lineIn(file, errors[0]) };
    }
  };
}
