# A section that can be written and run.
  .section .loose,"awx",%progbits
  .byte 0
  .section .note.GNU-stack,"",%progbits
