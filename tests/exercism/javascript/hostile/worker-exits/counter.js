import { Worker } from 'worker_threads';

export const first = () => 1;

export function second() {
  return new Promise((resolve) => {
    new Worker('process.exit(0)', { eval: true }).on('exit', () => resolve(2));
  });
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
