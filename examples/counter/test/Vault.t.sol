// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Test} from "forge-std/Test.sol";

import {Vault} from "../src/Vault.sol";

contract VaultTest is Test {
    struct FeeCase {
        uint256 amount;
        uint256 fee;
    }

    Vault internal vault;
    address internal alice = makeAddr("alice");
    address internal bob = makeAddr("bob");

    function setUp() public {
        vault = new Vault(30);
        vm.deal(alice, 10 ether);
        vm.deal(bob, 10 ether);
    }

    function test_ADepositIsTheOwnersAlone() public {
        vm.prank(alice);
        vault.deposit{value: 2 ether}();
        assertEq(vault.balanceOf(alice), 2 ether);
        assertEq(vault.balanceOf(bob), 0);
    }

    function test_WithdrawPaysLessTheFee() public {
        vm.startPrank(alice);
        vault.deposit{value: 1 ether}();
        uint256 paid = vault.withdraw(1 ether);
        assertEq(paid, 0.997 ether);
        assertEq(alice.balance, 9.997 ether);
        assertEq(vault.feesKept(), 0.003 ether);
    }

    function test_RevertWhen_MoreIsAskedThanHeld() public {
        vm.expectRevert(abi.encodeWithSelector(Vault.NotEnough.selector, 1, 0));
        vm.prank(bob);
        vault.withdraw(1);
    }

    function test_RevertWhen_TheFeeIsAboveEverything() public {
        vm.expectRevert("fee above 100%");
        new Vault(10_001);
    }

    function testFuzz_NothingIsLostOrMade(uint96 amount, uint96 taken) public {
        taken = uint96(bound(taken, 0, amount));
        vm.deal(alice, amount);
        vm.startPrank(alice);
        vault.deposit{value: amount}();
        vault.withdraw(taken);
        assertEq(alice.balance + address(vault).balance, amount);
    }

    /// A table test: forge runs it once for each row of `fixtureFee`.
    function tableFeeIsRoundedUp(FeeCase memory fee) public view {
        assertEq(vault.feeFor(fee.amount), fee.fee);
    }

    function fixtureFee() public pure returns (FeeCase[] memory rows) {
        rows = new FeeCase[](4);
        rows[0] = FeeCase({amount: 0, fee: 0});
        rows[1] = FeeCase({amount: 1, fee: 1});
        rows[2] = FeeCase({amount: 10_000, fee: 30});
        rows[3] = FeeCase({amount: 10_001, fee: 31});
    }
}
