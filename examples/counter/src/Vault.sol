// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Keeps everybody's ether apart; what is paid out is always whole wei less a fee in basis points.
contract Vault {
    error NotEnough(uint256 asked, uint256 held);
    error PayoutRefused();

    uint256 public constant BASIS_POINTS = 10_000;

    uint256 public immutable feeBps;
    uint256 public feesKept;
    uint256 public totalHeld;
    mapping(address owner => uint256) public balanceOf;

    constructor(uint256 feeBps_) {
        require(feeBps_ <= BASIS_POINTS, "fee above 100%");
        feeBps = feeBps_;
    }

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
        totalHeld += msg.value;
    }

    /// Takes `amount` out of the caller's balance and pays it out, less the fee.
    function withdraw(uint256 amount) external returns (uint256 paid) {
        uint256 held = balanceOf[msg.sender];
        if (amount > held) revert NotEnough(amount, held);
        uint256 fee = feeFor(amount);
        paid = amount - fee;

        balanceOf[msg.sender] = held - amount;
        totalHeld -= amount;
        feesKept += fee;
        (bool sent,) = msg.sender.call{value: paid}("");
        if (!sent) revert PayoutRefused();
    }

    /// Rounds up: a fee is never lost to a small amount.
    function feeFor(uint256 amount) public view returns (uint256) {
        return (amount * feeBps + BASIS_POINTS - 1) / BASIS_POINTS;
    }
}
