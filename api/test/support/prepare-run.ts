import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Jest's globalSetup. No test may expect another to build the verifier. */
const prepareRun = ({ rootDir }: { readonly rootDir: string }): void => {
  execFileSync(process.execPath, [join(rootDir, 'offline-verifier', 'build.ts')])
  const template = join(mkdtempSync(join(tmpdir(), 'trazo-template-')), 'trazo.sqlite')
  execFileSync(process.execPath, [join(rootDir, 'test', 'support', 'make-template.ts'), template])
  process.env.TRAZO_TEST_DATABASE_TEMPLATE = template
}

export default prepareRun
