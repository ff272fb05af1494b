import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Packages that ship ESM only; Jest runs CommonJS, so swc transforms them too (cached, a one-time cost). */
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
 * Jest configuration of every package: TypeScript and ESM dependencies through swc, CSS Modules as a proxy that
 * answers every class by its own name.
 *
 * The packages start Jest with `--no-sparkplug --no-memory-protection-keys`, which its workers inherit: Node 24 otherwise
 * loses one now and then inside V8 (https://github.com/nodejs/node/issues/62393), a different test file on every run.
 *
 * @param {{ environment: 'node' | 'jsdom' }} options
 * @returns {import('jest').Config}
 */
export const jestPreset = ({ environment }) => ({
  // What hangs fails after this; a busy machine is no reason to.
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
  // A process takes the next file as long as its heap stays below this: loading the API again takes longer than most
  // of its tests.
  ...(environment === 'node' ? { workerIdleMemoryLimit: '800MB' } : {}),
  setupFilesAfterEnv: environment === 'jsdom' ? [require.resolve('./jsdom-setup.mjs')] : [],
})
