/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CRANDOM_H
#define CRANDOM_H

/* A structure of C, which Swift imports: it has no descriptor of its own image. */
struct CPoint {
  long number;
  double x;
};

/* fork(2), which Swift does not import. */
int random_fork(void);

#endif
