// SPDX-License-Identifier: Apache-2.0
//
// A record without the retain flag, as whoever writes one without the macros of
// graft.h may leave it.

#include <graft_record.h>

void *careless_greeting(const struct graft_request *request) { return (void)request, (void *)0; }

static struct {
  graft_record header;
  char text[40];
} record __attribute__((used, section("graft_descriptors"), aligned(8))) = {
    {64, GRAFT_RECORD_VERSION, GRAFT_KIND_EXTENSION, 0, {careless_greeting}, 0, 0, 0},
    "Greeter\0Careless.Greeting\0"};
