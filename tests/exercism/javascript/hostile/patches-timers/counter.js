export const first = () => 1;

export function second() {
  globalThis.setTimeout = () => 0;
  globalThis.clearTimeout = () => {};
  globalThis.setImmediate = () => 0;
  Date.now = () => 0;
  process.nextTick = () => {};
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
