import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * ESM-only packages: swc transforms them, because Jest
 * runs CommonJS.
 */
const esmOnly = [
  '@fastify\\+',
  '@hookform',
  '@peculiar',
  '@valibot',
  'content-disposition',
  'cookie',
  'eventsource-parser',
  'fast-check',
  'jotai',
  'kysely',
  'lucide-react',
  'nodemailer',
  'p-retry',
  'pdfjs-dist',
  'postal-mime',
  'pure-rand',
  'react-hook-form',
  'react-router',
  'react-toastify',
  'signature_pad',
  'valibot',
]

/**
 * Jest configuration of every package.
 *
 * Start Jest with
 * `--no-sparkplug --no-memory-protection-keys`: workers of
 * Node 24 sometimes crash inside V8
 * (https://github.com/nodejs/node/issues/62393).
 *
 * @param {{ environment: 'node' | 'jsdom' }} options
 * @returns {import('jest').Config}
 */
export const jestPreset = ({ environment }) => ({
  // Long enough for a busy machine.
  testTimeout: 30_000,
  testEnvironment: environment === 'jsdom' ? require.resolve('jest-environment-jsdom') : 'node',
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.build/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.build/'],
  transform: {
    '^.+\\.(ts|tsx|js|mjs)$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(${esmOnly.join('|')}))`],
  moduleNameMapper: { '\\.css$': require.resolve('./css-modules.cjs') },
  // Reuses a worker below this heap: loading the API takes
  // longer than most tests.
  ...(environment === 'node' ? { workerIdleMemoryLimit: '800MB' } : {}),
  setupFilesAfterEnv: environment === 'jsdom' ? [require.resolve('./jsdom-setup.mjs')] : [],
})
