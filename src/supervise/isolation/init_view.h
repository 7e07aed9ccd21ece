/* Makes what the command sees, step by step, before anything else runs in the sandbox.
 *
 * bubblewrap could do it, but it reads the table of all mounts again for each mount that it makes, which
 * takes twenty times as long. So it brings the machine along as a whole, and what is to be seen is taken from
 * there. */
#ifndef PROCTOR_INIT_VIEW_H
#define PROCTOR_INIT_VIEW_H

#include <stdint.h>

/* Takes `count` steps (init_protocol.h). 0, or which of them failed, counted from 1; `*error` then is the
 * errno value. */
uint32_t make_view(char* steps, uint32_t count, int* error);

/* Takes the machine away, so that nothing but the view is left. 0, or a negative errno value. */
long leave_machine(void);

/* What isn't meant to be written can't be any more. 0, or a negative errno value. */
long seal_view(void);

#endif
