import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { inflateInBrowser } from '../syntax/inflate.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { describeReport, describeVerdict, verifyPdf } from './index.ts'

/** PDFs from other projects; skipped if missing. */
/** Of processor time. */
const MOST_MICROSECONDS = 5_000_000
const FOLDER = resolve(__dirname, '../../../../shared/pdfs')
const present = existsSync(FOLDER)

const read = (file: string): Uint8Array => new Uint8Array(readFileSync(resolve(FOLDER, file)))
const verify = (bytes: Uint8Array) =>
  verifyPdf(bytes, { roots: [], inflate: inflateInBrowser, now: new Date('2026-03-14T20:05:09Z') })

const someone = { verdict: 'unknown', problems: [], certificate: { trust: 'unknown' }, level: 'CMS', hash: 'SHA-256' }

/** Expected without trusted roots: intact, signer unknown. */
const signed: readonly [string, object][] = [
  [
    'signed__pdfjs__bug854315.pdf',
    {
      ...someone,
      certificate: { name: 'Paul Frey (Qualified Signature)', issuer: 'QuoVadis SuisseID Qualified CA' },
      time: { source: 'time-stamp', at: new Date('2011-01-17T22:53:18.526Z'), isProven: false },
      coversWholeFile: true,
    },
  ],
  [
    'signed__pyhanko__certified-with-indirect-refs-in-dir.pdf',
    { ...someone, permits: 1, time: { source: 'claimed' }, coversWholeFile: true },
  ],
  [
    'signed__pyhanko__minimal-signed-twice-both-created.pdf',
    {
      ...someone,
      field: 'Signature2',
      changes: [{ kind: 'metadata' }, { kind: 'signature-field-added', field: 'Signature3' }],
    },
  ],
  [
    'signed__pyhanko__minimal-two-fields-signed-twice.pdf',
    { ...someone, field: 'Sig2', changes: [{ kind: 'metadata' }, { kind: 'signature-added', field: 'Sig1' }] },
  ],
  ['signed__pyhanko__pades-with-old-style-signing-cert-attr.pdf', { ...someone, level: 'B-B', coversWholeFile: true }],
]

const attacks: readonly [string, object][] = [
  [
    'sigattack__pyhanko__form-update-ap-indirect-sneaky-trailer.pdf',
    { changes: [{ kind: 'trailer', detail: 'FooBar' }, {}] },
  ],
  ['sigattack__pyhanko__one-byterange.pdf', { problems: ['range-malformed'] }],
  ['sigattack__pyhanko__signature-gap-too-big.pdf', { problems: ['gap-not-signature'] }],
  ['sigattack__pyhanko__weird-byterange.pdf', { problems: ['gap-not-signature'] }],
]

/** What each file of the subfolder was signed as, and changed into afterwards. */
const deceptions: readonly (readonly [string, 'suspicious' | 'told'])[] = [
  ['stamp-flags-2p32', 'suspicious'],
  ['existing-signature-field-filled', 'told'],
  ['lock-text-field-filled', 'told'],
  ['full-page-check-box', 'told'],
  ['layers-through-field', 'suspicious'],
  ['form-font-changes-note', 'suspicious'],
  ['certified3-link-becomes-stamp', 'told'],
]
const VERDICT = resolve(FOLDER, 'verdict')
const deceived = existsSync(VERDICT) ? describe : describe.skip
deceived(existsSync(VERDICT) ? 'deceptions' : 'deceptions: the folder is not there', () => {
  test.each(deceptions)('%s is %s, and nothing is called intact', async (file, expected) => {
    const report = await verify(read(`verdict/${file}.pdf`))
    if (report.kind !== 'signed') throw new Error('signed')
    const before = report.signatures.filter(({ coversWholeFile }) => !coversWholeFile)
    expect(before.length).toBeGreaterThan(0)
    for (const signature of before) {
      expect(signature.verdict).toBe(expected === 'told' ? 'unknown' : 'suspicious')
      expect(describeVerdict(signature).text).not.toMatch(/intacto|no ha cambiado/)
      if (expected === 'told')
        expect(signature.changes).toContainEqual(
          expect.objectContaining({ severity: 'notable', page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }),
        )
    }
    expect(describeReport(report).text).not.toContain('intacto')
  })
})

const suite = present ? describe : describe.skip
suite(present ? 'real documents' : 'real documents: the folder is not there', () => {
  test.each(signed)('the verification reports the expected details of %s and no problems', async (file, first) => {
    const report = await verify(read(file))
    expect(report).toMatchObject({ kind: 'signed', verdict: 'unknown', hidden: 0 })
    if (report.kind !== 'signed') throw new Error('signed')
    expect(report.signatures[0]).toMatchObject(first)
    for (const signature of report.signatures) expect(signature).toMatchObject({ verdict: 'unknown', problems: [] })
  })

  test('the tables list every signed file and every attack in the folder', () => {
    const named = [...signed, ...attacks].map(([file]) => file)
    expect(
      readdirSync(FOLDER)
        .filter((file) => /^(signed|sigattack)__/.test(file))
        .sort(),
    ).toEqual(named.sort())
  })

  test.each(attacks)('the verification reports %s as suspicious', async (file, first) => {
    const report = await verify(read(file))
    expect(report).toMatchObject({ kind: 'signed', verdict: 'suspicious' })
    if (report.kind === 'signed') expect(report.signatures[0]).toMatchObject({ verdict: 'suspicious', ...first })
  })

  test('the verification does not report any other file as signed', async () => {
    const others = readdirSync(FOLDER).filter((file) => file.endsWith('.pdf') && !/^(signed|sigattack)__/.test(file))
    for (const file of others) expect((await verify(read(file))).kind).not.toBe('signed')
  })

  test('zlib and the reader’s own inflate produce the same report', async () => {
    const options = { roots: [], now: new Date('2026-03-14T20:05:09Z') }
    for (const [file] of [...signed, ...attacks]) {
      const bytes = read(file)
      const withZlib = await verifyPdf(bytes, { ...options, inflate: inflateWithNode })
      expect(await verifyPdf(bytes, { ...options, inflate: inflateInBrowser })).toEqual(withZlib)
    }
  })

  test('the verification of a real file with random changes returns a report within the time limit', async () => {
    const seeds = signed.map(([file]) => read(file)).filter(({ length }) => length < 60_000)
    const edit = fc.record({ offset: fc.nat(), value: fc.nat(255), cut: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        async (seed, edits) => {
          let bytes = Uint8Array.from(seed)
          for (const { offset, value, cut } of edits) {
            if (cut && value < 16) bytes = bytes.slice(0, (offset % bytes.length) + 1)
            else bytes[offset % bytes.length] = value
          }
          const started = process.cpuUsage()
          const report = await verify(bytes)
          expect(process.cpuUsage(started).user).toBeLessThan(MOST_MICROSECONDS)
          expect(report.kind).toMatch(/^(signed|unsigned|unreadable)$/)
        },
      ),
      { numRuns: 300 },
    )
  })
})
