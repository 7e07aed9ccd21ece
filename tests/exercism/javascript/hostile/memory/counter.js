export const first = () => 1;

export function second() {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
