export const first = () => 1;

export function second() {
  for (;;) console.log('y'.repeat(4096));
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
