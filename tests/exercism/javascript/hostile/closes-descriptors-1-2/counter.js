import fs from 'fs';

export const first = () => 1;

export function second() {
  fs.closeSync(1);
  fs.closeSync(2);
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
