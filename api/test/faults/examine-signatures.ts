import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasTool } from 'pdf/testing/node'
import { demand } from './house.ts'

const run = promisify(execFile)

/** What pdfsig (poppler) prints; it ends with 2 where it knows a certificate's authority no better than most. */
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
 * Every signature in a document is valid to pdfsig, and there are as many as were made. The time stamp that closes a
 * document is of a type that pdfsig knows by name only.
 * @throws Violation
 */
export const examineSignatures = async (bytes: Uint8Array, made: number): Promise<void> => {
  if (made === 0 || !hasTool('pdfsig')) return
  const blocks = (await pdfsig(bytes)).split(/^Signature #\d+:/m).slice(1)
  const people = blocks.filter((block) => !/Signature Type: unknown/.test(block))
  const valid = people.filter((block) => block.includes('Signature Validation: Signature is Valid.')).length
  demand(valid === made, `pdfsig calls ${valid} of ${made} signatures valid`)
}
