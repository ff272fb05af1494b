import { derChildren, derElement, derExplicit, derOid, derSequence, octetString, readDer } from '../cms/index.ts'
import { inflateInBrowser } from '../syntax/inflate.ts'
import { type SignedSample, signSample, tamper, testTime } from '../testing/node/index.ts'
import { describeVerdict, verifyPdf } from './index.ts'

let sample: SignedSample

beforeAll(async () => {
  sample = await signSample()
})

/** Rewrites the last Contents, which no signature covers. */
const rewrite = (bytes: Uint8Array, change: (signedData: readonly Uint8Array[]) => Uint8Array[]): Uint8Array => {
  const start = tamper.lastContents(bytes)
  const end = bytes.indexOf('>'.charCodeAt(0), start)
  const place = Buffer.from(Buffer.from(bytes.subarray(start, end)).toString('latin1'), 'hex')
  const [type, wrapped] = derChildren(readDer(place.subarray(0, 4 + place.readUInt16BE(2))), 0x30)
  const parts = derChildren(derChildren(wrapped, 0xa0)[0], 0x30).map(({ encoded }) => encoded)
  const cms = derSequence(type?.encoded ?? new Uint8Array(), derExplicit(0, derSequence(...change(parts))))
  const result = Uint8Array.from(bytes)
  result.set(
    Buffer.from(
      Buffer.from(cms)
        .toString('hex')
        .padEnd(end - start, '0'),
      'latin1',
    ),
    start,
  )
  return result
}

const verifyLast = async (bytes: Uint8Array) => {
  const report = await verifyPdf(bytes, { roots: sample.roots, inflate: inflateInBrowser, now: testTime })
  if (report.kind !== 'signed') throw new Error('signed')
  const last = report.signatures.at(-1)
  if (last === undefined) throw new Error('a signature')
  return last
}

test('a signature that is re-encoded without changes is valid', async () => {
  const [, , bytes] = sample.signed
  expect(await verifyLast(rewrite(bytes, (parts) => [...parts]))).toMatchObject({ verdict: 'valid', problems: [] })
})

test('a detached signature that carries content is invalid', async () => {
  const content = derExplicit(0, octetString(new TextEncoder().encode('otro contrato')))
  const attached = rewrite(sample.signed[2], ([version, digests, data, ...rest]) => {
    const [type] = derChildren(readDer(data ?? new Uint8Array()), 0x30)
    const kept = [version, digests].filter((part) => part !== undefined)
    return [...kept, derSequence(type?.encoded ?? new Uint8Array(), content), ...rest]
  })
  expect(await verifyLast(attached)).toMatchObject({ verdict: 'invalid', problems: ['attached-content'] })
})

test('an unsupported algorithm gives the verdict unchecked, and the text names the algorithm', async () => {
  const unknown = rewrite(sample.signed[2], (parts) => {
    const [info] = derChildren(readDer(parts.at(-1) ?? new Uint8Array()), 0x31)
    const fields = derChildren(info, 0x30)
    const value = fields.findIndex(({ identifier }) => identifier === 0x04)
    const encoded = fields.map((field) => field.encoded)
    encoded[value - 1] = derSequence(derOid('2.16.840.1.101.3.4.3.18'))
    return [...parts.slice(0, -1), derElement(0x31, derSequence(...encoded))]
  })
  const last = await verifyLast(unknown)
  expect(last).toMatchObject({ verdict: 'unchecked', problems: ['algorithm'] })
  const { title, text } = describeVerdict(last)
  expect(title).toBe('No podemos comprobar esta firma')
  expect(text).toContain('ML-DSA-65')
  expect(text).not.toContain('No te fíes')
})
