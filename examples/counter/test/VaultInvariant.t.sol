// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Test} from "forge-std/Test.sol";

import {Vault} from "../src/Vault.sol";

/// What the invariant test may do to the vault: only calls that make sense, by three actors.
contract VaultHandler is Test {
    Vault internal immutable vault;
    address[3] public actors = [makeAddr("alice"), makeAddr("bob"), makeAddr("carol")];

    constructor(Vault vault_) {
        vault = vault_;
    }

    function deposit(uint256 who, uint96 amount) external {
        address actor = actors[who % actors.length];
        vm.deal(actor, amount);
        vm.prank(actor);
        vault.deposit{value: amount}();
    }

    function withdraw(uint256 who, uint256 amount) external {
        address actor = actors[who % actors.length];
        amount = bound(amount, 0, vault.balanceOf(actor));
        vm.prank(actor);
        vault.withdraw(amount);
    }
}

contract VaultInvariantTest is Test {
    Vault internal vault;
    VaultHandler internal handler;

    function setUp() public {
        vault = new Vault(30);
        handler = new VaultHandler(vault);
        targetContract(address(handler));
    }

    function invariant_TheVaultCanPayEverybodyAndItsFees() public view {
        assertEq(address(vault).balance, vault.totalHeld() + vault.feesKept());
    }

    function invariant_TheTotalIsTheSumOfTheBalances() public view {
        uint256 sum;
        for (uint256 i; i < 3; ++i) {
            sum += vault.balanceOf(handler.actors(i));
        }
        assertEq(vault.totalHeld(), sum);
    }
}
