import { join } from 'node:path'
import { buildSinglePage } from '../../shared/build/release/single-page.ts'

const WORKSPACE = join(import.meta.dirname, '..', '..')
const SOURCES = [
  'api/offline-verifier',
  'pdf/src',
  'shared/build/release/single-page.ts',
  'shared/src/contract/evidence-log',
  'pnpm-lock.yaml',
]

/**
 * The page in every evidence bundle.
 * @returns false if the page is up to date
 */
export const buildOfflineVerifier = (): Promise<boolean> =>
  buildSinglePage({
    folder: join(import.meta.dirname, 'page'),
    root: WORKSPACE,
    sources: SOURCES,
    output: join(import.meta.dirname, '..', 'dist', 'offline-verifier.html'),
  })

if (import.meta.main) await buildOfflineVerifier()
