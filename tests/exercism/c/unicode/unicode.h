#ifndef UNICODE_H
#define UNICODE_H

const char *greeting(const char *name);

#endif
