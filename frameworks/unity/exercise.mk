# For exercises that come without a makefile: what the track's own say.
CFLAGS = -std=c99 -g -Wall -Wextra -pedantic -Werror -Wmissing-declarations -DUNITY_SUPPORT_64 -DUNITY_OUTPUT_COLOR
LIBS = -lm

tests.out:
	@$(CC) $(CFLAGS) test-framework/unity.c ./*.c -o tests.out $(LIBS)
