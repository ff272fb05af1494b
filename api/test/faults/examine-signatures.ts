import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasTool } from 'pdf/testing/node'
import { demand } from './server-under-test.ts'

const run = promisify(execFile)

/** Exit code 2 means an unknown authority. */
const pdfsig = async (bytes: Uint8Array): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-kills-'))
  try {
    const path = join(folder, 'document.pdf')
    await writeFile(path, bytes)
    const printed = await run('pdfsig', ['-nocert', path]).catch((error: unknown) => error)
    const stdout: unknown = typeof printed === 'object' && printed !== null ? Reflect.get(printed, 'stdout') : ''
    return typeof stdout === 'string' ? stdout : ''
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * pdfsig cannot verify the final time stamp.
 * @throws Violation
 */
export const examineSignatures = async (bytes: Uint8Array, made: number): Promise<void> => {
  if (made === 0 || !hasTool('pdfsig')) return
  const blocks = (await pdfsig(bytes)).split(/^Signature #\d+:/m).slice(1)
  const people = blocks.filter((block) => !/Signature Type: unknown/.test(block))
  const valid = people.filter((block) => block.includes('Signature Validation: Signature is Valid.')).length
  demand(valid === made, `pdfsig calls ${valid} of ${made} signatures valid`)
}
