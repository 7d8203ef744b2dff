// An anchor note whose bounds are not in its image.

__asm__(
    ".hidden __ehdr_start\n"
    ".pushsection .note.graft,\"aR\",%note\n"
    ".balign 4\n"
    ".4byte 12, 16, 1\n"
    ".asciz \"GraftAnchor\"\n"
    ".4byte 1\n"
    ".4byte __ehdr_start - .\n"
    ".4byte 0x40000000\n"
    ".4byte 0x40000100\n"
    ".popsection\n");
