'use strict'

/** Jest compares files byte by byte, with a look at each property. */
const equalBytes = (a, b) =>
  a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor
    ? Buffer.compare(a, b) === 0
    : undefined

expect.addEqualityTesters([equalBytes])
