// Something else that no loaded image has; its reference comes before others.

extern int absent_variable;
int *absent_address = &absent_variable;
