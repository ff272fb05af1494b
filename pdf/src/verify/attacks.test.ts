import fc from 'fast-check'
import { asciiBytes, concatBytes } from '../syntax/index.ts'
import { inflateInBrowser } from '../syntax/inflate.ts'
import { everything, type SignedSample, seed, signSample, tamper, testTime } from '../testing/node/index.ts'
import { type VerificationReport, verifyPdf } from './index.ts'

/** Of processor time. */
const MOST_MICROSECONDS = 5_000_000
const samples = new Map<string, SignedSample>()
const kinds = ['table', 'stream', 'hybrid'] as const
const sampleOf = (xref: string): SignedSample => {
  const sample = samples.get(xref)
  if (sample === undefined) throw new Error('signed before')
  return sample
}

beforeAll(async () => {
  for (const xref of kinds) samples.set(xref, await signSample(xref))
})

const verify = (sample: SignedSample, bytes: Uint8Array): Promise<VerificationReport> =>
  verifyPdf(bytes, { roots: sample.roots, inflate: inflateInBrowser, now: new Date(testTime.getTime() + 60_000) })

const complaintsOf = (report: VerificationReport): string[] => {
  if (report.kind !== 'signed') return [report.kind]
  const said = report.signatures.flatMap(({ problems, changes }) => [
    ...problems,
    ...changes.filter(({ severity }) => severity === 'suspicious').map(({ kind }) => kind),
  ])
  return [...new Set([...said, ...(report.hidden > 0 ? ['hidden-signature'] : [])])]
}

describe.each(kinds)('a document with cross-reference %s', (xref) => {
  test('the document is valid after each of three signatures and after the seal', async () => {
    const sample = sampleOf(xref)
    for (const bytes of [...sample.signed, sample.sealed]) {
      const report = await verify(sample, bytes)
      expect(complaintsOf(report)).toEqual([])
      expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
    }
  })

  test.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
    ['the text of a page is another', tamper.changePageText, 'page-content'],
    ['a page shows more', tamper.overlayPage, 'page-content'],
    ['a page was added', tamper.addPage, 'pages-added'],
    ['something happens on opening', tamper.addOpenAction, 'action'],
    ['the picture of a signature is another', tamper.swapAppearance, 'appearance-swapped'],
    ['a signed field was moved', tamper.moveSignedField, 'signed-field-changed'],
    ['a note lies over the page', tamper.addNote, 'annotation-added'],
    ['letters look like others', tamper.swapFont, 'font'],
    ['a page is cropped', tamper.cropPage, 'page-geometry'],
    ['a file was attached', tamper.attachFile, 'attachment'],
    ['a field lies over the page', tamper.addField, 'field-added'],
    ['an object without a meaning is another', tamper.replaceUnused, 'unknown-object'],
    ['the dictionary holds another signature', tamper.swapContents, 'gap-not-contents'],
    ['the uncovered part is not hexadecimal alone', tamper.spaceGap, 'gap-not-signature'],
    ['what is covered ends too early', tamper.shortenRange, 'range-not-at-end'],
    ['a signature was taken out of the form', tamper.dropField, 'hidden-signature'],
    [
      'something follows the end',
      (bytes) => concatBytes([bytes, asciiBytes('1 0 obj\n(hidden)\nendobj\n')]),
      'trailing-bytes',
    ],
    ['a bit of the page is another', (bytes) => tamper.flipBit(bytes, 60, 1), 'digest'],
  ])('%s: the verification reports %p', async (_, attack, complaint) => {
    const sample = sampleOf(xref)
    const report = await verify(sample, attack(sample.signed[2]))
    expect(complaintsOf(report)).toContain(complaint)
    expect(report).toMatchObject({ verdict: expect.stringMatching(/^(suspicious|invalid)$/) })
  })

  test.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
    ['the text of a page is another', tamper.changePageText, 'page-content'],
    ['the picture of a signature is another', tamper.swapAppearance, 'appearance-swapped'],
    ['a note lies over the page', tamper.addNote, 'annotation-added'],
  ])('the verification finds the change in a sealed document: %s', async (_, attack, complaint) => {
    const sample = sampleOf(xref)
    const report = await verify(sample, attack(sample.sealed))
    expect(complaintsOf(report)).toContain(complaint)
    expect(report).toMatchObject({ verdict: 'suspicious' })
  })

  test('the verification reports one signature that two fields share', async () => {
    const sample = sampleOf(xref)
    const report = await verify(sample, tamper.copySignature(sample.signed[1]))
    expect(complaintsOf(report)).toContain('shared-gap')
  })

  test('the verification rejects a document whose document time stamp is damaged', async () => {
    const sample = sampleOf(xref)
    const report = await verify(sample, tamper.changeDigit(sample.sealed, tamper.lastContents(sample.sealed) + 220))
    expect(complaintsOf(report)).not.toEqual([])
    expect(report).toMatchObject({ verdict: expect.stringMatching(/^(suspicious|invalid)$/) })
  })

  test('the verification reports a file with a wrong startxref as unreadable', async () => {
    const sample = sampleOf(xref)
    const broken = tamper.patch(sample.sealed, /startxref\n\d+/, (found) => found.replace(/\d/g, '9'))
    expect(await verify(sample, broken)).toEqual({ kind: 'unreadable', code: 'PDF_MALFORMED', claims: 4 })
  })
})

test('a certificate of an untrusted authority has the verdict unknown', async () => {
  const report = await verify({ ...sampleOf('table'), roots: sampleOf('stream').roots }, sampleOf('table').sealed)
  expect(report).toMatchObject({
    verdict: 'unknown',
    signatures: [
      { certificate: { trust: 'unknown', name: 'Ana Mora' }, time: { isProven: false } },
      { certificate: { trust: 'unknown', name: 'José Pérez, "Ñandú"' } },
      { certificate: { trust: 'unknown', name: 'Luis 李' } },
      { kind: 'document-time-stamp' },
    ],
  })
})

test('the level of each signature depends on the evidence in the file', async () => {
  const { signed, sealed } = sampleOf('table')
  const levels = async (bytes: Uint8Array) => {
    const report = await verify(sampleOf('table'), bytes)
    return report.kind === 'signed' ? report.signatures.map(({ level }) => level) : []
  }
  expect(await levels(signed[2])).toEqual(['B-T', 'B-T', 'B-T'])
  expect(await levels(sealed)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'B-T'])
})

function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const BITS = everything ? 800 : 150

test('the verification rejects a signed document after any single bit flip', async () => {
  const { signed } = sampleOf('stream')
  const [first] = signed
  const report = await verify(sampleOf('stream'), first)
  if (report.kind !== 'signed') throw new Error('signed')
  const gap = [tamper.lastContents(first) - 1, tamper.lastContents(first)]
  const gapEnd = Buffer.from(first).indexOf('>', gap[1])
  const numbers = randomNumbers(seed)
  const next = (): number => numbers.next().value
  for (let tried = 0; tried < BITS; ) {
    const offset = Math.floor(next() * first.length)
    if (offset >= (gap[0] ?? 0) && offset <= gapEnd) continue
    tried++
    const flipped = await verify(sampleOf('stream'), tamper.flipBit(first, offset, Math.floor(next() * 8)))
    const believed = flipped.kind === 'signed' && !['suspicious', 'invalid'].includes(flipped.verdict)
    if (believed || flipped.kind === 'unsigned')
      throw new Error(`byte ${offset} is believed: ${JSON.stringify(flipped)}`)
  }
})

test('the verification of a randomly changed file returns a report within the time limit', async () => {
  const { signed, sealed } = sampleOf('hybrid')
  const edit = fc.record({ offset: fc.nat(), value: fc.nat(255) })
  const cut = fc.option(fc.nat(), { nil: undefined, freq: 4 })
  const edits = fc.array(edit, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(signed[0], sealed), edits, cut, async (seed, changes, end) => {
      const changed = Uint8Array.from(seed)
      for (const { offset, value } of changes) changed[offset % changed.length] = value
      const started = process.cpuUsage()
      const report = await verify(sampleOf('hybrid'), end === undefined ? changed : changed.slice(0, end % seed.length))
      expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS)
      expect(report.kind).toMatch(/^(signed|unsigned|unreadable)$/)
    }),
    { numRuns: 200 },
  )
})
