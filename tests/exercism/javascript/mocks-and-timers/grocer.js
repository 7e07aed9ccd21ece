import { readFileSync } from 'node:fs';
import path from 'path';
import { notify } from './notifier';
import stock from './stock.json';

export class Grocer {
  static #instances = 0;
  static {
    Grocer.#instances = 1;
  }

  static get instances() {
    return Grocer.#instances;
  }

  order({ variety, quantity = 1 }, onSuccess, onError) {
    setTimeout(() => ((stock[variety] ?? 0) >= quantity ? onSuccess() : onError()), 60_000);
  }

  post(variety) {
    this.order(
      { variety },
      () => notify({ message: 'SUCCESS' }),
      () => notify({ message: 'ERROR' }),
    );
  }
}

export const lines = () => readFileSync(path.join(__dirname, 'stock.json'), 'utf8').split('\n').length;

export const lazily = async () => (await import('./notifier')).notify;

export async function* count(to) {
  for (let i = 1n; i <= to; ++i) yield i;
}
