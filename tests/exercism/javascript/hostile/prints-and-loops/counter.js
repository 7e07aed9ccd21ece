export const first = () => 1;

export function second() {
  console.log('before the loop');
  while (true);
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
