import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sha256Of } from '../cms/node/signed-data.ts'
import { makeAuthority, openThrowAwayAuthority } from '../cms/node/throw-away-authority.ts'
import { asciiBytes, concatBytes } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { pdfsig, testWith } from '../testing/node/index.ts'
import { verifyPdf } from '../verify/index.ts'
import {
  buildSample,
  completeSignature,
  EMBEDDED_TOKEN_BYTES,
  encodePng,
  fillContents,
  hashPrefix,
  prepareFields,
  prepareSignature,
  prepareTimeStamp,
  reservedSize,
} from './index.ts'

const PARTS = [
  '7 0 obj',
  'obj',
  'endobj',
  '<<',
  '>>',
  'stream',
  'endstream',
  'trailer',
  '%%EOF',
  '%PDF-1.7',
  'startxref',
  'xref',
]
const MORE = ['/ByteRange [0 1 2 3]', '(', ')', '\\', '\n', '7', 'Ana', 'ñ', '佐', '/Type /Sig', '\\)', ' ']

const texts = fc
  .array(fc.constantFrom(...PARTS, ...MORE), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(' '))

/** Noise is stored, not compressed, so its bytes stay in the file. */
const noiseWith = (text: string): Uint8Array => {
  const [width, height] = [100, 40]
  const rows = new Uint8Array(randomBytes((1 + width * 3) * height))
  for (let row = 0; row < height; row++) rows[row * (1 + width * 3)] = 0
  rows.set(asciiBytes(text), 1)
  rows.set(asciiBytes(text), 10 * (1 + width * 3) + 1)
  return encodePng({ width, height, colourType: 2, rows })
}

interface Said {
  readonly name: string
  readonly reason: string
  readonly answer: string
  readonly picture: string
}

const fields = ['one', 'two'].map((name, at) => ({
  name,
  page: 1,
  rect: { x: 0.1, y: 0.1 + at * 0.3, width: 0.8, height: 0.1 },
  tooltip: '7 0 obj endobj',
  locks: [`form-${name}`],
}))
const forms = ['one', 'two'].map((name, at) => ({
  name: `form-${name}`,
  page: 1,
  rect: { x: 0.1, y: 0.25 + at * 0.3, width: 0.8, height: 0.1 },
  tooltip: 'trailer',
  required: false,
  type: { kind: 'text', multiline: true } as const,
}))

const authority = openThrowAwayAuthority(makeAuthority('Ana 7 0 obj endobj'))

const sign = async (document: Uint8Array, fieldName: string, { name, reason, answer, picture }: Said) => {
  const { certificates, key, stamp } = authority
  const ready = prepareSignature({
    ...{ document, fieldName, certificates, signerName: name, reason, caption: name, signedAt: new Date() },
    appearancePng: noiseWith(picture),
    reserved: reservedSize(certificates),
    fills: [{ name: `form-${fieldName}`, kind: 'text', text: answer }],
  })
  const value = await key.sign(ready.signedAttributes)
  return concatBytes([document, completeSignature(ready, value, await stamp(sha256Of(value)))])
}

const signTwiceAndSeal = async (said: Said): Promise<Uint8Array> => {
  const sample = buildSample()
  const first = await sign(concatBytes([sample, prepareFields(sample, fields, forms)]), 'one', said)
  const second = await sign(first, 'two', said)
  const evidence = { certificates: authority.certificates, ocsps: [asciiBytes('7 0 obj')], crls: [], missing: [] }
  const content = { logHead: '00', logHeadKey: 'Head', reserved: EMBEDDED_TOKEN_BYTES, prefix: hashPrefix(second) }
  const ready = prepareTimeStamp(second, evidence, content)
  return concatBytes([second, fillContents(ready, await authority.stamp(ready.digest))])
}

test('no text, picture or certificate of a person makes any signature doubtful', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, texts, async (name, reason, answer, picture) => {
      const bytes = await signTwiceAndSeal({ name, reason, answer, picture })
      const { roots } = authority
      expect(await verifyPdf(bytes, { roots, inflate: inflateWithNode, now: new Date() })).toMatchObject({
        kind: 'signed',
        verdict: 'valid',
        hidden: 0,
        signatures: [{ changes: expect.any(Array) }, {}, {}],
      })
    }),
    { numRuns: 40 },
  )
})

testWith(['pdfsig'], 'pdfsig accepts signatures beside texts that look like objects', async () => {
  const said = '7 0 obj <</Type /Sig>> endobj trailer'
  const bytes = await signTwiceAndSeal({ name: said, reason: said, answer: said, picture: said })
  // Poppler 22 does not verify the seal's time stamp.
  expect(pdfsig(bytes).slice(0, 2)).toMatchObject([{ valid: true }, { valid: true }])
})
