import fs from 'fs';
import v8 from 'v8';

const ofNode = fs.readFileSync.constructor('return process')();

// %LiveEditPatchScript gives a script another source, and a snapshot has the channel's nonce in it.
const ways = {
  'v8.setFlagsFromString': () => v8.setFlagsFromString('--allow-natives-syntax'),
  'the binding': () => ofNode.binding('v8').setFlagsFromString('--allow-natives-syntax'),
  'a name that changes': () => {
    const names = ['v8', 'config'];
    ofNode.binding({ toString: () => names.pop() }).setFlagsFromString('--allow-natives-syntax');
  },
  'a snapshot': () => fs.rmSync(v8.writeHeapSnapshot()),
  'a native module': () => ofNode.dlopen({ exports: {} }, '/proc/self/exe'),
};

for (const [name, way] of Object.entries(ways)) {
  try {
    way();
    console.log(`${name} is open`);
  } catch {
    // It is refused.
  }
}

try {
  new Function('return %GetOptimizationStatus(() => 1)')();
  console.log('the syntax of natives is open');
} catch {
  // That is no JavaScript.
}

export const first = () => 1;
export const second = () => 22;
export const third = () => 4;
export const fourth = () => 4;
