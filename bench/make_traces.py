#!/usr/bin/env python3
"""Writes a large report of `forge test --json -vvvv` to a file: make_traces.py MEGABYTES FILE [SUITES]

Nearly all of it is traces, as in a real one: one failed test whose trace has millions of nodes and steps. The
shape of a node is that of forge 1.7.1. The rest are 40 suites with 25 small tests each.
"""
import json
import sys

SUITES, TESTS = 40, 25


def node(index):
    """One call in a trace, with its logs and steps."""
    data = "0x" + "6080604052348015600f57" * (2 + index % 5)
    return {
        "parent": index - 1, "children": [index + 1], "idx": index,
        "trace": {
            "depth": index % 64, "success": True,
            "caller": "0x7fa9385be102ac3eac297483dd6233d62b3e1496",
            "address": "0x2e234dae75c793f67a35089c9d99245e1c58470b",
            "maybe_precompile": False, "selfdestruct_address": None, "selfdestruct_refund_target": None,
            "selfdestruct_transferred_value": None, "kind": "CALL", "value": "0x0", "data": data,
            "output": "0x" + "00" * 32, "gas_used": 22000 + index, "gas_limit": 1073720760, "gas_refund_counter": 0,
            "status": "Stop", "steps": [],
            "decoded": {"label": "Handler", "return_data": None,
                        "call_data": {"signature": "set(uint256)", "args": ['"[{text}]"', str(index)]}},
        },
        "logs": [{"raw_log": {"topics": ["0x" + "ab" * 32], "data": "0x" + "00" * 32},
                  "decoded": {"name": "log_named_string", "params": [["key", "\"a\\b\""]]}, "position": 0, "index": 0}],
        "ordering": [{"Call": n} for n in range(index, index + 20)],
    }


def test(name, status="Success", reason=None, traces="[]"):
    head = {"status": status, "reason": reason, "counterexample": None, "logs": [], "decoded_logs": [],
            "kind": {"Unit": {"gas": 28805}}}
    tail = {"labeled_addresses": {}, "duration": "66µs 985ns", "breakpoints": {}, "gas_snapshots": {}}
    return (f"{json.dumps(name)}:{dump(head)[:-1]},\"traces\":{traces},{dump(tail)[1:]}")


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def main():
    size, path = int(sys.argv[1]) * 1_000_000, sys.argv[2]
    block = ",".join(dump(node(index)) for index in range(1000))
    with open(path, "w", encoding="utf-8") as out:
        out.write("{")
        for suite in range(SUITES):
            tests = ",".join(test(f"test_{n}()") for n in range(TESTS))
            out.write(f'"test/S{suite}.t.sol:S{suite}Test":{{"duration":"6ms 744µs 506ns","test_results":{{{tests}}},'
                      '"warnings":[]},')
        out.write('"test/Unit.t.sol:UnitFailTest":{"duration":"4s 483ms 164µs 322ns","test_results":{')
        before, after = test("test_OutOfGas()", "Failure", "EvmError: Revert", "@").split("@")
        out.write(before + '[["Deployment",{"arena":[')
        out.write(block)
        while out.tell() < size:
            out.write("," + block)
        out.write("]}]]" + after + '},"warnings":[]}}\n')


main()
