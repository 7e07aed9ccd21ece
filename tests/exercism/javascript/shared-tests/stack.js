export class Stack {
  #items = [];

  push(item) {
    this.#items.push(item);
    return this;
  }

  pop() {
    return this.#items.pop();
  }
}

export class Queue extends Stack {
  pop() {
    return 'last';
  }
}
