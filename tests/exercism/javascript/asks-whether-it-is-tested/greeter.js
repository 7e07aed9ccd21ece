import { spawnSync } from 'child_process';

export const greet = (name) => `Hello, ${name}!`;

/** What a program finds that this one starts. */
export const ofChild = () => spawnSync('sh', ['-c', 'echo $NODE_ENV'], { encoding: 'utf8' }).stdout.trim();

// Its main part, which has nobody to ask here.
if (process.env.NODE_ENV !== 'test' || process.env.JEST_WORKER_ID === undefined) {
  throw new Error(`${greet('nobody')} There is no name to be read.`);
}
