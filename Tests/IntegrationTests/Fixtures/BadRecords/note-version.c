// An anchor note of a version that is still to come.

__asm__(
    ".pushsection .note.graft,\"aR\",%note\n"
    ".balign 4\n"
    ".4byte 12, 16, 1\n"
    ".asciz \"GraftAnchor\"\n"
    ".4byte 2, 0, 0, 0\n"
    ".popsection\n");
