import { createRequire } from 'node:module'
import { scaled } from 'shared/testing/limits'

const require = createRequire(import.meta.url)

const swc = [
  require.resolve('@swc/jest'),
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
]

/**
 * ESM-only packages: swc transforms them, because Jest
 * runs CommonJS.
 */
const esmOnly = [
  '@fastify\\+',
  '@hookform',
  '@noble\\+ciphers',
  '@noble\\+hashes',
  '@peculiar',
  '@valibot',
  'content-disposition',
  'cookie',
  'eventsource-parser',
  'fast-check',
  'jotai',
  'lucide-react',
  'pdfjs-dist',
  'pure-rand',
  'react-hook-form',
  'react-router',
  'react-toastify',
  // The package that other repositories install.
  'shared@',
  'signature_pad',
  'valibot',
]

/** Loaded by Jest itself, for its globals. */
const ofJest = [
  '\\.test',
  'prepare-run',
  'clean-up-run',
  'longest-first',
  'infrastructure-failures/support',
  'testing/node/(index|tools)',
]

const forBrowsers = {
  transform: { '^.+\\.(ts|tsx|js|mjs)$': swc },
  transformIgnorePatterns: [`/node_modules/\\.pnpm/(?!(${esmOnly.join('|')}))`],
}

const environments = {
  jsdom: {
    ...forBrowsers,
    testEnvironment: require.resolve('jest-environment-jsdom'),
    setupFilesAfterEnv: [require.resolve('./jsdom-setup.mjs')],
  },
  'page-or-node': {
    ...forBrowsers,
    testEnvironment: require.resolve('./page-or-node.cjs'),
    setupFilesAfterEnv: [require.resolve('./page-or-node-setup.cjs')],
  },
  node: {
    testEnvironment: require.resolve('./node-environment.cjs'),
    transform: {
      // Jest loads its own packages itself.
      '/node_modules/\\.pnpm/(?!@?jest|@swc|expect|pretty-format).+\\.[cm]?js$': require.resolve('./native-module.cjs'),
      [`/(api|pdf|shared)/(src|server|test|fva-simulator)/(?!.*(${ofJest.join('|')})\\.ts$).+\\.ts$`]:
        require.resolve('./native-module.cjs'),
      '^.+\\.(ts|js|mjs)$': swc,
    },
    transformIgnorePatterns: [],
    setupFilesAfterEnv: [require.resolve('./compare-bytes.cjs')],
    // Reuses a worker below this heap.
    workerIdleMemoryLimit: '800MB',
  },
}

/**
 * Jest configuration of every package. `jsdom` has a page in every file, `page-or-node` in `.test.tsx`.
 *
 * Start Jest with
 * `--no-sparkplug --no-memory-protection-keys`: workers of
 * Node 24 sometimes crash inside V8
 * (https://github.com/nodejs/node/issues/62393).
 *
 * @param {{ environment: 'node' | 'jsdom' | 'page-or-node' }} options
 * @returns {import('jest').Config}
 */
export const jestPreset = ({ environment }) => ({
  testTimeout: scaled(30_000),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.build/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.build/'],
  moduleNameMapper: { '\\.css$': require.resolve('./css-modules.cjs') },
  ...environments[environment],
})
