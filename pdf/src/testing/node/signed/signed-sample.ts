import type { TrustedRoot } from '../../../cms/chain.ts'
import { type FieldToPrepare, prepareFields } from '../../../sign/index.ts'
import { asciiBytes, concatBytes, pdfDict, pdfName, pdfStream } from '../../../syntax/index.ts'
import { type BuildOptions, buildPdf } from '../build-pdf.ts'
import { blackPng, createTestSigner, type DocumentSigner, fieldAt, testTime } from './test-signer.ts'

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
}

export const FONT = 100

interface Given {
  /** Default: new keys. */
  readonly with?: { readonly signer: DocumentSigner; readonly roots: readonly TrustedRoot[] }
  readonly now?: Date
  /** Default: built with the cross-references asked for. */
  readonly original?: Uint8Array
}

const withTestSigner = () => {
  const signer = createTestSigner()
  return { signer, roots: signer.roots }
}

const font = pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('Helvetica') })

/** Of the document that `signSample` signs. */
export const sampleOptions = (xref: 'table' | 'stream' | 'hybrid'): BuildOptions => ({
  xref,
  pages: [{}, { rotate: 90 }],
  extra: [font, pdfStream(pdfDict({}), asciiBytes('q Q'))],
})

export async function signSample(
  xref: 'table' | 'stream' | 'hybrid' = 'table',
  given: Given = {},
): Promise<SignedSample> {
  const { now = testTime } = given
  const { signer, roots } = given.with ?? withTestSigner()
  const original = given.original ?? buildPdf(sampleOptions(xref))
  const prepared = concatBytes([original, prepareFields(original, fields)])
  const signed: Uint8Array[] = []
  let document = prepared
  for (const [index, { name: fieldName }] of fields.entries()) {
    const person = { name: signerNames[index] ?? '', email: `persona${index}@example.com` }
    const input = { document, fieldName, signer: person, appearancePng: blackPng(40, 20), signedAt: now }
    document = concatBytes([document, (await signer.sign(input)).tail])
    signed.push(document)
  }
  const sealed = concatBytes([document, (await signer.seal({ document, logHead: '00'.repeat(32), now })).tail])
  const [first = document, second = document, third = document] = signed
  return { prepared, signed: [first, second, third], sealed, roots }
}
