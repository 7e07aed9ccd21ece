export const first = () => 1;

export function second() {
  try {
    second();
  } catch {
    second();
  }
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
