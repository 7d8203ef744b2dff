// A library that plug-ins have for themselves.
#ifdef CALLED
int CALLED(void);
int (*called)(void) = CALLED;
#endif
int NAME(void) { return 0; }
