import { jestPreset } from 'shared/testing/jest'
import { scaled } from 'shared/testing/limits'

/** See `test/stores/run.ts`. */
const onPostgres = process.env.TRAZO_TEST_STORE === 'postgres'
const elsewhere = onPostgres ? '\\.sqlite\\.test\\.ts$' : '\\.postgres\\.test\\.ts$'

export default {
  ...jestPreset({ environment: 'node' }),
  testSequencer: './test/support/longest-first.ts',
  globalSetup: './test/support/prepare-run.ts',
  globalTeardown: './test/support/clean-up-run.ts',
  // Hashes, signatures and child processes are slow.
  testTimeout: scaled(120_000),
  testPathIgnorePatterns: ['/node_modules/', elsewhere],
}
