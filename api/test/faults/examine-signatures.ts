import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { concatBytes, openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { readSignatures } from 'pdf/sign'
import { hasTool, opensslTalks } from 'pdf/testing/node'
import { SECOND_MS } from '../../src/platform/clock.ts'
import type { ChildServer } from '../support/child-server.ts'
import { demand } from './violation.ts'

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

const examinePeople = async (bytes: Uint8Array, made: number): Promise<void> => {
  const blocks = (await pdfsig(bytes)).split(/^Signature #\d+:/m).slice(1)
  const people = blocks.filter((block) => !/Signature Type: unknown/.test(block))
  const valid = people.filter((block) => block.includes('Signature Validation: Signature is Valid.')).length
  demand(valid === made, `pdfsig calls ${valid} of ${made} signatures valid`)
}

/** pdfsig cannot verify time stamps of documents. OpenSSL does. */
const examineSeals = async (
  bytes: Uint8Array,
  { seals: made, authorities, at = Date.now() }: MadeSignatures,
): Promise<void> => {
  const all = readSignatures(openPdf(bytes, { inflate: inflateWithNode }))
  const seals = all.filter(({ subFilter }) => subFilter === 'ETSI.RFC3161')
  demand(seals.length === made, `${seals.length} of ${made} seals are in the document`)
  for (const { value, gap, end } of seals) {
    const data = concatBytes([bytes.subarray(0, gap[0]), bytes.subarray(gap[1], end)])
    const files = { data, 'token.der': value, 'authorities.pem': authorities }
    const verify = ['ts', '-verify', '-data', 'data', '-in', 'token.der', '-token_in', '-CAfile', 'authorities.pem']
    const moment = ['-attime', String(Math.floor(at / SECOND_MS))]
    const said = await opensslTalks(files, [...verify, ...moment]).catch((error: unknown) => String(error))
    demand(said.includes('Verification: OK'), `openssl says of a seal: ${said}`)
  }
}

export interface MadeSignatures {
  readonly people: number
  readonly seals: number
  /** Certificates as PEM, root and issuer. */
  readonly authorities: string
  /** When certificates must be valid, in milliseconds; default: now. */
  readonly at?: number
}

/** @throws Violation if another program calls a signature or a seal invalid */
export const examineSignatures = async (bytes: Uint8Array, made: MadeSignatures): Promise<void> => {
  if (made.people > 0 && hasTool('pdfsig')) await examinePeople(bytes, made.people)
  if (made.seals > 0 && hasTool('openssl')) await examineSeals(bytes, made)
}

/** With the authorities that the server publishes. @throws Violation */
export const examineServed = async (
  { address }: Pick<ChildServer, 'address'>,
  bytes: Uint8Array,
  made: Omit<MadeSignatures, 'authorities'>,
): Promise<void> => {
  const authorities = await (await fetch(`${address}/pki/ca`)).text()
  await examineSignatures(bytes, { ...made, authorities })
}
