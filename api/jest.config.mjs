import { jestPreset } from 'shared/testing/jest'

/** Tests of PostgreSQL and S3 run where those are (`test/stores/run.ts`). */
const onPostgres = process.env.TRAZO_TEST_STORE === 'postgres'
const elsewhere = onPostgres ? '\\.sqlite\\.test\\.ts$' : '\\.postgres\\.test\\.ts$'

export default {
  ...jestPreset({ environment: 'node' }),
  globalSetup: './test/support/prepare-run.ts',
  globalTeardown: './test/support/clean-up-run.ts',
  // Password hashes and signatures are slow on purpose, and some tests start processes.
  testTimeout: 120_000,
  testPathIgnorePatterns: ['/node_modules/', elsewhere],
}
