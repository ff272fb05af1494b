'use strict'
/*
 * Jest's transform for packages and sources: they load once for each process, outside Jest's module registry. Loading
 * them for each test file took a third of the API's tests. Jest replaces `createRequire`, but not `_load`.
 */
const code = "module.exports = process.getBuiltinModule('node:module')._load(__filename)"

module.exports = { process: () => ({ code }), getCacheKey: () => 'native-module' }
