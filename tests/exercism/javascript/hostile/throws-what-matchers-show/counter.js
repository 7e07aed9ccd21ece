// What the matcher says of such errors holds their frames, and those of whoever called the matcher.
class Limit extends Error {}

export class Counter {
  count(step) {
    if (step === 'object') throw { code: 5, left: [1, 2] };
    throw new Limit('no further');
  }
}
