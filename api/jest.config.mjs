import { jestPreset } from 'shared/testing/jest'

// Password hashes and signatures are slow on purpose; a busy machine is no reason to fail.
export default { ...jestPreset({ environment: 'node' }), testTimeout: 30_000 }
