# One record whose fields the build sets by --defsym, and no anchor.
  .ifndef version
  .set version, 1
  .endif
  .ifndef kind
  .set kind, 1
  .endif
  .ifndef size
  .set size, 56
  .endif
  .globl accessor
accessor:
  .section graft_descriptors,"awR",%progbits
  .balign 8
  .4byte size
  .2byte version
  .byte kind, 0
  .ifdef no_accessor
  .8byte 0
  .else
  .8byte accessor
  .endif
  .4byte 0
  .2byte 0, 0
  .asciz "Greeter"
  .asciz "Fixtures.Assembled"
  .asciz "A:1"
  .balign 8
  .section .note.GNU-stack,"",%progbits
