# The note by which each copy of Graft's loader is known.
  .section .note.graft.loader, "a", %note
  .balign 4
  .4byte 12, 4, 1
  .asciz "GraftLoader"
  .4byte 1
