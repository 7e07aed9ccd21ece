export const first = () => 1;

export function second() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
