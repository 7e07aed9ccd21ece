#ifndef COLOURS_H
#define COLOURS_H

const char *colour(int code);

#endif
