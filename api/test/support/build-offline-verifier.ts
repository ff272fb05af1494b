import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Jest calls this once before the first file: the API reads the page that checks evidence without a network, and in a
 * clean checkout no file of tests may rely on another one that built it. Nothing is done where it is up to date.
 */
const buildOfflineVerifier = ({ rootDir }: { readonly rootDir: string }): void => {
  execFileSync(process.execPath, [join(rootDir, '..', 'shared', 'build', 'offline-verifier.ts')])
}

export default buildOfflineVerifier
