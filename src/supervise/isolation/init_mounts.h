/* Mounts that the first process of root's sandbox makes by itself, before anything else runs in it.
 *
 * bubblewrap reads the table of all mounts again for each that it makes, which takes twenty times as long. So
 * it only brings the machine's /etc and /dev along as a whole, and what is to be seen of them is taken from
 * there. Ordinary users have one more user namespace around the command, in which nobody may mount. */
#ifndef PROCTOR_INIT_MOUNTS_H
#define PROCTOR_INIT_MOUNTS_H

#include <stdint.h>

/* All of them say 0 if anything is not as it should be. */

/* /dev of its own, with a shared memory that has these options (tmpfs(5)). */
int make_devices(const char* shared_memory);
/* Of /etc so many directories, one string after the other, as they are called below it ("/ssl/certs"). */
int show_parts_of_etc(const char* directory, uint32_t count);
/* What isn't meant to be written can't be any more. */
int seal_mounts(void);

#endif
