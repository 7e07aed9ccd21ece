// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A number that anybody may raise, and that never passes its limit.
contract Counter {
    error LimitReached(uint256 limit);

    event Raised(address indexed by, uint256 number);

    uint256 public immutable limit;
    uint256 public number;

    constructor(uint256 limit_) {
        limit = limit_;
    }

    function increment() external {
        add(1);
    }

    function add(uint256 amount) public {
        if (amount > limit - number) revert LimitReached(limit);
        number += amount;
        emit Raised(msg.sender, number);
    }
}
