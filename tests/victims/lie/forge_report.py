"""Prints the report of a forge whose tests all passed, and ends with code 1."""
import json

print(json.dumps({"test/A.t.sol:A": {"duration": "1ms", "warnings": [], "test_results": {"test_a()": {
    "status": "Success", "reason": None, "counterexample": None, "logs": [], "decoded_logs": [],
    "kind": {"Unit": {"gas": 1}}, "traces": [], "labeled_addresses": {}, "duration": {"secs": 0, "nanos": 1}}}}}))
raise SystemExit(1)
