import fc from 'fast-check'
import { inflateInBrowser } from '../syntax/inflate.ts'
import { addWidget, buildPdf, createTestSigner, signAndSeal, testTime } from '../testing/node/index.ts'
import { verifyPdf } from './index.ts'

const signer = createTestSigner()
let sealed: Uint8Array

beforeAll(async () => {
  sealed = await signAndSeal({ signer, now: testTime }, buildPdf({ xref: 'table' }))
})

const verdictsFor = async (raw: string): Promise<string[]> => {
  const report = await verifyPdf(addWidget(sealed, raw), {
    roots: signer.roots,
    inflate: inflateInBrowser,
    now: testTime,
  })
  if (report.kind !== 'signed') return [report.kind]
  const victims = report.signatures.filter(({ field }) => /^(ana|luis|trazo-seal-1)$/.test(field))
  return [...new Set(victims.map(({ verdict }) => verdict))]
}

const RECT = '/Rect [10 10 60 30]'
const isFlags = (text: string): boolean => /^(0|[1-9]\d*)$/.test(text) && Number(text) < 2 ** 31
const isSmall = (text: string): boolean => /^[012]$/.test(text)
const isTurn = (text: string): boolean => /^-?(0|[1-9]\d*)$/.test(text) && text !== '-0' && Number(text) % 90 === 0

/** Entries of a new signature's widget, and whether each has one reading. */
const keys: Readonly<Record<string, readonly [(text: string) => string, (text: string) => boolean]>> = {
  F: [(text) => `${RECT} /F ${text}`, isFlags],
  Ff: [(text) => `${RECT} /Ff ${text}`, isFlags],
  MaxLen: [(text) => `${RECT} /MaxLen ${text}`, isFlags],
  Q: [(text) => `${RECT} /Q ${text}`, isSmall],
  AS: [(text) => `${RECT} /AS ${text}`, (text) => text === '/Yes'],
  DA: [(text) => `${RECT} /DA ${text}`, (text) => text === '(2)'],
  R: [(text) => `${RECT} /MK << /R ${text} >>`, isTurn],
  W: [
    (text) => `${RECT} /BS << /W ${text} >>`,
    (text) => /^[+-]?\d*\.?\d*$/.test(text) && Number(text) >= 0 && Number(text) <= 1_000_000,
  ],
  Rect: [
    (text) => `/Rect [10 10 60 ${text}]`,
    (text) => Number.isFinite(Number(text)) && Math.abs(Number(text)) <= 1_000_000,
  ],
  Subtype: [(text) => `${RECT} /Subtype ${text}`, () => false],
}

const spellings = ['2.0', '+2', '00002', '2.', '2.5', '-2', 'null', '(2)', '/Yes', 'true', '<< >>', '[2]', '-0']
const values = fc.oneof(
  fc.constantFrom(...spellings),
  fc.constantFrom('0', '1', '2', '4', '90', '180', '2147483647', '2147483648', '4294967298', '1000001'),
  fc.nat(9999).map(String),
)

test.each(Object.keys(keys))('a widget with any /%s passes only if all readers read it alike', async (key) => {
  const [write, isAlike] = keys[key] ?? [String, () => false]
  await fc.assert(
    fc.asyncProperty(values, async (text) => {
      expect(await verdictsFor(write(text))).toEqual([isAlike(text) ? 'changed' : 'suspicious'])
    }),
    { numRuns: 25 },
  )
})

test.each(['1e1', '--2', '2-', '0x2'])('the verification does not read a file with /F %s', async (text) => {
  expect(await verdictsFor(`${RECT} /F ${text}`)).toEqual(['unreadable'])
})

test('a number that is an object of its own is suspicious in a later revision', async () => {
  expect(await verdictsFor(`${RECT} /F 11 0 R`)).toEqual(['suspicious'])
})

test('an escaped key is suspicious in a later revision', async () => {
  expect(await verdictsFor(`${RECT} /#46 4`)).toEqual(['suspicious'])
  expect(await verdictsFor(`${RECT} /F 4`)).toEqual(['changed'])
})
