// A reporter of vitest's: has its workers use our runner, and tells what belongs to no test.
import path from 'node:path';
import { createRequire } from 'node:module';

const { headed, Messages } = createRequire(import.meta.url)('./messages.js');
const shared = globalThis[Symbol.for('proctor.vitest')];

export default class Reporter {
  #messages = new Messages({ root: shared.root });

  onInit(vitest) {
    this.vitest = vitest;
    for (const project of vitest.projects ?? []) project.config.runner = shared.ours;
    const { runner } = vitest.config;
    vitest.config.runner = shared.ours;
    if (runner && runner !== shared.ours) shared.client.tell('warning', { message: `The project's own runner (${runner}) isn't used.` });
  }

  onTestRunEnd(modules, errors) {
    this.#end(modules.map((one) => ({ file: one.moduleId, errors: one.errors() })), errors);
  }

  // What vitest before 3 calls.
  onFinished(files = [], errors = []) {
    if (shared.over) return;
    this.#end(files.map(({ filepath, result }) => ({ file: filepath, errors: result?.errors ?? [] })), errors);
  }

  #end(files, errors) {
    shared.over = true;
    shared.files = files.length;
    const { client, root } = shared;
    for (const { file, errors: own } of files) {
      if (own.length === 0) continue;
      const name = path.relative(root, file);
      const message = own.map((error) => this.#text(error, file)).join('\n\n');
      this.#fail(`${name}: ${message}`);
      const id = `${name} > [failed]`;
      if (client.ask(id, { name: '[failed]', file: name }) === 'run') client.tell('finish', { id, status: 'error', message });
    }
    for (const error of errors) this.#fail(`${error.type ?? 'Unhandled error'}: ${this.#text(error)}`);
  }

  #fail(message) {
    shared.failed = true;
    shared.client.tell('error', { message, ...(shared.files > 0 && { behind: true }) });
  }

  #text(error, file) {
    const { name, message } = error;
    const loc = error.loc ?? error.__vitest_rollup_error__?.loc; // of what can't be parsed
    const place = loc?.line ? `\n  at ${path.relative(shared.root, loc.file ?? file)}:${loc.line}:${loc.column}` : '';
    return (this.#messages.of(headed({ stack: error.stackStr ?? error.stack, name, message }), file) || String(message)) + place;
  }
}
