// A program that runs no probe, so that linkers find nothing that refers to
// them.
#include "graft_probes.h"

int main(void) { return graft_is_traced_image_arrived(); }
