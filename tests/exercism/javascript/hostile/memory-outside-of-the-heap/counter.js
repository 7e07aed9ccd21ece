export const first = () => 1;

export function second() {
  const kept = [];
  for (;;) kept.push(Buffer.alloc(64 << 20, 1));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
