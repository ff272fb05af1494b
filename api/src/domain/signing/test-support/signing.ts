import { concatBytes } from 'pdf'
import { derChildren, derElement, derExplicit, derSequence, readDer } from 'pdf/cms'
import { prepareFields } from 'pdf/sign'
import { fieldAt, testTime, withTempDirAsync } from 'pdf/testing/node'
import { ensurePlatformPki, type PlatformPki, type PlatformPkiOptions } from '../../pki/platform-pki.ts'
import type { PdfSigner } from '../pdf-signer.ts'

export { blackPng, fieldAt, testTime } from 'pdf/testing/node'

export const createTestPki = (options: Partial<PlatformPkiOptions> = {}): Promise<PlatformPki> =>
  withTempDirAsync((directory) => ensurePlatformPki(`${directory}/keys`, { now: () => testTime, ...options }))

export const platformTrust = ({ root, issuing }: PlatformPki) => ({
  trust: { roots: [root], intermediates: [issuing] },
  timeStampTrust: { roots: [root], intermediates: [] },
})

export const twoFields = [
  fieldAt('field_ana', { x: 0.1, y: 0.1, width: 0.35, height: 0.12 }),
  fieldAt('field_jose', { x: 0.5, y: 0.6, width: 0.35, height: 0.12 }),
]

const signers = [
  { name: 'Ana Mora', email: 'ana@example.com' },
  { name: 'José Pérez, "Ñandú"', email: 'jose@example.com' },
]

export interface SignedTwice {
  readonly prepared: Uint8Array
  readonly revisions: readonly Uint8Array[]
  readonly final: Uint8Array
}

export async function signTwice(
  signer: PdfSigner,
  original: Uint8Array,
  png: Uint8Array,
  signedAt = testTime,
): Promise<SignedTwice> {
  const prepared = concatBytes([original, prepareFields(original, twoFields)])
  const revisions: Uint8Array[] = []
  let document = prepared
  for (const [index, { name }] of twoFields.entries()) {
    const person = signers[index]
    if (person === undefined) throw new Error('a signer per field')
    const input = { document, fieldName: name, signer: person, appearancePng: png, signedAt }
    const { tail } = await signer.sign(input)
    document = concatBytes([document, tail])
    revisions.push(document)
  }
  return { prepared, revisions, final: document }
}

export const isPrefix = (prefix: Uint8Array, bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, prefix.length).equals(prefix)

export function addCertificates(signedData: Uint8Array, certificates: readonly Uint8Array[]): Uint8Array {
  const [type, wrapped] = derChildren(readDer(signedData), 0x30)
  const parts = derChildren(derChildren(wrapped, 0xa0)[0], 0x30)
  const rebuilt = parts.map((part) =>
    part.identifier === 0xa0 ? derElement(0xa0, part.contents, ...certificates) : part.encoded,
  )
  return derSequence(type?.encoded ?? new Uint8Array(), derExplicit(0, derSequence(...rebuilt)))
}
