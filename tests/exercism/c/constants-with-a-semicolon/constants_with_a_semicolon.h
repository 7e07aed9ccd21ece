#ifndef CONSTANTS_WITH_A_SEMICOLON_H
#define CONSTANTS_WITH_A_SEMICOLON_H

#define MAX_WORDS 3;

int count_words(const char *text);

#endif
