'use strict'
/*
 * Jest's transform for packages and sources: they load once for each process, outside Jest's registry. Jest replaces
 * `createRequire`, but not `_load`.
 */
const code = "module.exports = process.getBuiltinModule('node:module')._load(__filename)"

module.exports = { process: () => ({ code }), getCacheKey: () => 'native-module' }
