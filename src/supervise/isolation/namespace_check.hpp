// Whether this kernel lets us have what a sandbox is made of.
#pragma once

namespace proctor::supervise {

/// Does what bubblewrap does at its start, in a child that ends at once: namespaces of its own, a /proc, a
/// tmpfs, a read-only bind mount, another root. Takes half a millisecond, which is a fraction of what a
/// sandbox takes. False says only that bubblewrap itself has to be asked, and why it can't it can tell
/// better.
bool namespaces_can_be_had();

}  // namespace proctor::supervise
