import { Worker } from 'worker_threads';
import v8 from 'v8';

v8.setFlagsFromString('--stack-size=900');

class Counter extends Worker {
  constructor(text) {
    const source = `
      const { parentPort, workerData } = require('worker_threads');
      parentPort.postMessage(workerData.length);
    `;
    super(source, { eval: true, workerData: text });
  }
}

const count = (text) =>
  new Promise((resolve, reject) => {
    const worker = new Counter(text);
    worker.on('message', resolve);
    worker.on('error', reject);
  });

export const total = async (texts) => (await Promise.all(texts.map(count))).reduce((sum, each) => sum + each, 0);
