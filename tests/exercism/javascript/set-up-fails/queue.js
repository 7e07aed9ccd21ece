export class Queue {
  constructor(size) {
    if (size === undefined) throw new TypeError('a queue needs a size');
    this.items = new Array(size);
  }
}
