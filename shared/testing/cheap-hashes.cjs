'use strict'
/*
 * Preload (`--require`): argon2id with the product's parameters costs 37 ms of processor time, and most tests register
 * somebody. Parent and child processes of a run must agree. `api/test/password-cost.test.ts` tests the real cost.
 */
const crypto = require('node:crypto')
const { syncBuiltinESMExports } = require('node:module')

const real = crypto.argon2
const isCheap = Symbol.for('trazo.cheap-hashes')

if (!globalThis[isCheap]) {
  globalThis[isCheap] = true
  crypto.argon2 = (algorithm, parameters, callback) =>
    real(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback)
  syncBuiltinESMExports()
}
