export const first = () => 1;

export function second() {
  throw new RangeError('x'.repeat(30_000_000));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
