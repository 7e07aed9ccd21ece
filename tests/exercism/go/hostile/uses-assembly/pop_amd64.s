#include "textflag.h"
// Returns from the caller of the caller.
TEXT ·Pop(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ BP, AX
	MOVQ (AX), BX
	MOVQ (BX), BP
	MOVQ 8(BX), CX
	LEAQ 16(BX), SP
	JMP CX
