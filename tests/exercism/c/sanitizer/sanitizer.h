#ifndef SANITIZER_H
#define SANITIZER_H

int doubled(int n);

#endif
