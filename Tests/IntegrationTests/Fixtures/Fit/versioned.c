// A library with a version of a symbol, or a plug-in that needs one.
int fit_versioned(void);
#ifdef CALLED
int fit_calling(void) { return fit_versioned(); }
#else
int fit_versioned(void) { return 1; }
#endif
#ifdef OTHER
int fit_other(void) { return 2; }
#endif
