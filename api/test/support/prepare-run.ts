import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Also for Jest's workers and child processes. */
const preload = (file: string): void => {
  createRequire(import.meta.url)(file)
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require=${JSON.stringify(file)}`.trim()
}

/** Jest's globalSetup. */
const prepareRun = ({ rootDir }: { readonly rootDir: string }): void => {
  execFileSync(process.execPath, [join(rootDir, 'offline-verifier', 'build.ts')])
  const template =
    process.env.TRAZO_TEST_STORE === 'postgres'
      ? `trazo_template_${Date.now()}`
      : mkdtempSync(join(tmpdir(), 'trazo-template-'))
  execFileSync(process.execPath, [join(rootDir, 'test', 'support', 'make-template.ts'), template])
  process.env.TRAZO_TEST_TEMPLATE = template
  preload(join(rootDir, '..', 'shared', 'testing', 'cheap-hashes.cjs'))
}

export default prepareRun
