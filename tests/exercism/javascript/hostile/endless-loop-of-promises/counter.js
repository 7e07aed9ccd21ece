export const first = () => 1;

export async function second() {
  for (;;) await null;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
