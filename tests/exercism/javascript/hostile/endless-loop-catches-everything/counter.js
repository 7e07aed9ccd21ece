export const first = () => 1;

export function second() {
  for (;;) {
    try {
      for (;;);
    } catch {
      // Again.
    }
  }
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
