export class BankAccount {
  #balance;

  open() {
    this.#balance = 0;
  }

  get balance() {
    return this.#checked().valueOf();
  }

  close() {
    throw 'no closing today';
  }

  #checked() {
    if (this.#balance === undefined) throw new RangeError('the account is not open');
    return this.#balance;
  }
}
