import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Packages that ship ESM only; Jest runs CommonJS. */
const esmOnly = ['fast-check', 'pure-rand', '@noble']

export default {
  testEnvironment: 'node',
  // Long enough for properties and repetitions; `scripts/test/calibrate.ts` measures the machine.
  testTimeout: 120_000 * Number(process.env.TRAZO_TEST_SLOWNESS ?? 1),
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/.build/'],
  modulePathIgnorePatterns: ['<rootDir>/.build/'],
  transform: {
    '^.+\\.(ts|js|mjs)$': [
      require.resolve('@swc/jest'),
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(${esmOnly.join('|')}))`],
}
