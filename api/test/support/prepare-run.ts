import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Jest calls this once before the first file. It builds the page that checks evidence, which in a clean checkout no
 * test may expect of another, and migrates an empty database for the servers of the tests to copy.
 */
const prepareRun = ({ rootDir }: { readonly rootDir: string }): void => {
  execFileSync(process.execPath, [join(rootDir, '..', 'shared', 'build', 'offline-verifier.ts')])
  const template = join(mkdtempSync(join(tmpdir(), 'trazo-template-')), 'trazo.sqlite')
  execFileSync(process.execPath, [join(rootDir, 'test', 'support', 'make-template.ts'), template])
  process.env.TRAZO_TEST_DATABASE_TEMPLATE = template
}

export default prepareRun
