'use strict'
const { types } = require('node:util')
const { TestEnvironment } = require('jest-environment-node')

/** Tests have them in common with packages, because of `instanceof`. */
const COMMON = [
  ...['Date', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet', 'URL', 'DataView', 'SharedArrayBuffer'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['Int8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
]

// An async function answers with the promise of its own context, whatever the global says.
Object.defineProperty(Promise, Symbol.hasInstance, { value: types.isPromise })

module.exports = class extends TestEnvironment {
  constructor(...options) {
    super(...options)
    for (const name of COMMON) this.global[name] = globalThis[name]
    this.global.process.env = process.env
  }
}
