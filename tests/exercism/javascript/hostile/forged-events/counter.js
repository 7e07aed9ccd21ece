import fs from 'fs';

export const first = () => 1;

export function second() {
  const event = '{"event":"finish","id":"counter.spec.js > Counter > third","status":"pass"}';
  const end = '{"event":"end"}';
  for (let descriptor = 0; descriptor < 1024; ++descriptor) {
    for (const line of [event, `${'0'.repeat(32)} ${event}`, `nonce ${event}`, end, `${'0'.repeat(32)} ${end}`]) {
      try {
        fs.writeSync(descriptor, `\n${line}\n`);
      } catch {
        break;
      }
    }
  }
  return 22;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
