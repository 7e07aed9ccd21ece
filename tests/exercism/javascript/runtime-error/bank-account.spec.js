import { describe, expect, it } from '@jest/globals';
import { BankAccount } from './bank-account';

describe('Bank account', function () {
  it('begins with nothing', function () {
    const account = new BankAccount();
    account.open();
    expect(account.balance).toEqual(0);
  });

  it('has no balance before it is opened', () => {
    expect(new BankAccount().balance).toBeUndefined();
  });

  it('can be closed', () => {
    new BankAccount().close();
  });

  it('takes deposits', () => {
    new BankAccount().deposit(5);
  });
});
