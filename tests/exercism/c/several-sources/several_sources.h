#ifndef SEVERAL_SOURCES_H
#define SEVERAL_SOURCES_H

int total(int a, int b, int c);

#endif
