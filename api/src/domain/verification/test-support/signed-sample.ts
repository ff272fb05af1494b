import { ascii, concat, dict, name, stream } from 'pdf'
import { type FieldToPrepare, prepareFields } from 'pdf/sign'
import { buildPdf } from 'pdf/testing/node'
import type { TrustedRoot } from 'pdf/verify'
import type { PlatformPki } from '../../pki/platform-pki.ts'
import { createPdfSigner } from '../../signing/pdf-signer.ts'
import { blackPng, createTestPki, fieldAt, testTime } from '../../signing/test-support/signing.ts'

const signerNames = ['Ana Mora', 'José Pérez, "Ñandú"', 'Luis 李']

const fields: readonly FieldToPrepare[] = [
  fieldAt('field_ana', { x: 0.1, y: 0.1, width: 0.3, height: 0.1 }),
  fieldAt('field_jose', { x: 0.1, y: 0.3, width: 0.3, height: 0.1 }),
  fieldAt('field_luis', { x: 0.1, y: 0.5, width: 0.3, height: 0.1 }, 2),
]

export interface SignedSample {
  readonly prepared: Uint8Array
  readonly signed: readonly [Uint8Array, Uint8Array, Uint8Array]
  readonly sealed: Uint8Array
  readonly roots: readonly TrustedRoot[]
  readonly pki: PlatformPki
}

export const FONT = 100

export async function signSample(
  xref: 'table' | 'stream' | 'hybrid' = 'table',
  given: { readonly pki?: PlatformPki; readonly now?: Date } = {},
): Promise<SignedSample> {
  const { pki = await createTestPki(), now = testTime } = given
  const signer = createPdfSigner(pki)
  const font = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') })
  const original = buildPdf({ xref, pages: [{}, { rotate: 90 }], extra: [font, stream(dict({}), ascii('q Q'))] })
  const prepared = concat([original, prepareFields(original, fields)])
  const signed: Uint8Array[] = []
  let document = prepared
  for (const [index, { name: fieldName }] of fields.entries()) {
    const person = { name: signerNames[index] ?? '', email: `persona${index}@example.com` }
    const input = { document, fieldName, signer: person, appearancePng: blackPng(40, 20), signedAt: now }
    document = concat([document, (await signer.sign(input)).tail])
    signed.push(document)
  }
  const sealed = concat([document, (await signer.seal({ document, logHead: '00'.repeat(32), now })).tail])
  const [first = document, second = document, third = document] = signed
  const roots: TrustedRoot[] = [{ certificate: new Uint8Array(pki.root.raw), kind: 'platform' }]
  return { prepared, signed: [first, second, third], sealed, roots, pki }
}
