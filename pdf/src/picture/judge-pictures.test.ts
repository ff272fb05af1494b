import { asciiBytes, concatBytes } from '../syntax/index.ts'
import type { DocumentChange } from '../verify/changes.ts'
import {
  describeReport,
  describeVerdict,
  type SignatureReport,
  type SignatureVerdict,
  type VerificationReport,
} from '../verify/index.ts'
import { judgePictures, needsPictures, type PictureRenderer, type RenderedPage } from './index.ts'

const BYTES = concatBytes([asciiBytes('first|'), asciiBytes('second|'), asciiBytes('now')])
const [FIRST, SECOND] = [6, 13]

const signature = (covered: number, more: Partial<SignatureReport> = {}): SignatureReport => ({
  kind: 'signature',
  field: `field ${covered}`,
  verdict: 'valid',
  problems: [],
  certificate: undefined,
  time: { source: 'none', at: undefined, authority: undefined, isProven: false },
  level: 'B-T',
  revocation: { state: 'unknown', at: undefined },
  hash: 'SHA-256',
  algorithm: undefined,
  reason: undefined,
  location: undefined,
  covered,
  coversWholeFile: covered === BYTES.length,
  permits: undefined,
  changes: [],
  picture: { state: covered === BYTES.length ? 'same' : 'not-compared', differences: [], uncompared: [] },
  ...more,
})

const reportOf = (...signatures: SignatureReport[]): VerificationReport => ({
  kind: 'signed',
  verdict: 'valid',
  signatures,
  hidden: 0,
})

/** Each revision's picture has the shade of its length. */
const drawn: number[] = []
beforeEach(() => drawn.splice(0))
const renderer = (shade: (length: number) => number): PictureRenderer => ({
  open: async ({ length }) => ({
    pageCount: 1,
    draw: async (): Promise<RenderedPage> => {
      drawn.push(length)
      const pixels = new Uint8Array(400).fill(shade(length))
      return { width: 10, height: 10, pixels, points: { width: 5, height: 5 }, rotation: 0 }
    },
    close: () => undefined,
  }),
})

const judge = async (report: VerificationReport, shade = (length: number): number => length) => {
  const judged = await judgePictures(BYTES, report, { renderer: renderer(shade) })
  if (judged.kind !== 'signed') throw new Error('signed')
  return judged
}

const PAGE = { page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }
const told = (place: object) => [{ kind: 'field-filled', severity: 'notable', ...place } as const]

test('a page that differs makes every verdict but a worse one suspicious, and the report too', async () => {
  const verdicts: SignatureVerdict[] = ['valid', 'changed', 'unknown', 'unchecked', 'suspicious', 'invalid']
  for (const verdict of verdicts) {
    const judged = await judge(reportOf(signature(FIRST, { verdict })))
    const expected = verdict === 'invalid' ? 'invalid' : 'suspicious'
    expect(judged).toMatchObject({
      verdict: expected,
      signatures: [{ verdict: expected, picture: { state: 'different', differences: [PAGE] } }],
    })
  }
})

test('a signature is judged by its own revision: what was signed later stays valid', async () => {
  const report = reportOf(signature(FIRST), signature(SECOND), signature(BYTES.length))
  const judged = await judge(report, (length) => (length === FIRST ? 1 : 2))
  expect(judged.signatures.map(({ verdict, picture }) => [verdict, picture.state])).toEqual([
    ['suspicious', 'different'],
    ['valid', 'same'],
    ['valid', 'same'],
  ])
})

test('each revision is drawn once, however many signatures it has', async () => {
  await judge(reportOf(signature(FIRST), signature(FIRST), signature(SECOND), signature(BYTES.length)), () => 0)
  expect(drawn.toSorted((a, b) => a - b)).toEqual([FIRST, SECOND, BYTES.length])
})

test('a told change excuses a difference only with page and rectangle', async () => {
  const { page, rect } = PAGE
  const stateWith = async (place: object) =>
    (await judge(reportOf(signature(FIRST, { changes: told(place) })))).signatures[0]?.picture.state
  expect(await stateWith({ page, rect })).toBe('same')
  for (const place of [{}, { page }, { rect }, { page: 2, rect }]) expect(await stateWith(place)).toBe('different')
})

test.each([0, -1, BYTES.length + 1, Number.NaN])(
  'a signature that covers %p bytes stays not compared',
  async (covered) => {
    const report = reportOf(signature(covered))
    expect(needsPictures(BYTES, report)).toBe(false)
    expect((await judge(report)).signatures[0]?.picture.state).toBe('not-compared')
    expect(drawn).toEqual([])
  },
)

test('nothing is drawn if nothing follows the signature or nothing is signed', async () => {
  const reports: VerificationReport[] = [
    reportOf(signature(BYTES.length)),
    { kind: 'unsigned', pages: 1 },
    { kind: 'unreadable', code: 'PDF_MALFORMED', claims: 1 },
  ]
  for (const report of reports) {
    expect(needsPictures(BYTES, report)).toBe(false)
    expect(await judgePictures(BYTES, report, { renderer: renderer(() => 0) })).toEqual(report)
  }
  expect(drawn).toEqual([])
})

const PROMISE = /intact|sin cambios|no ha cambiado|[íÍ]ntegr/
const states = {
  same: { state: 'same', differences: [], uncompared: [] },
  incomplete: { state: 'incomplete', differences: [], uncompared: [{ from: 40, to: 300 }] },
  'not-compared': { state: 'not-compared', differences: [], uncompared: [] },
  different: { state: 'different', differences: [PAGE], uncompared: [] },
} as const
const certificates = [undefined, { trust: 'simulator' }] as const

test('no words promise an unchanged document unless all pages were compared', () => {
  for (const kind of ['signature', 'document-time-stamp'] as const)
    for (const verdict of ['valid', 'changed', 'unknown', 'unchecked', 'suspicious', 'invalid'] as const)
      for (const trust of certificates)
        for (const picture of [states.incomplete, states['not-compared'], states.different])
          for (const changes of [[], told({}), told(PAGE)]) {
            const judged = { ...signature(FIRST, { kind, verdict, picture, changes }), certificate: trust as never }
            const words = [
              describeVerdict(judged),
              describeReport({ ...reportOf(signature(BYTES.length), judged), verdict } as never),
            ]
            for (const { title, text } of words) expect(`${title} ${text}`).not.toMatch(PROMISE)
          }
})

test.each([
  [states.same, 'Lo firmado no ha cambiado'],
  [states.incomplete, 'No se compararon las páginas 40–300.'],
  [states['not-compared'], 'No se compararon las páginas.'],
  [{ ...states.incomplete, uncompared: [{ from: 2, to: 2 }] }, 'No se comparó la página 2.'],
  [
    {
      ...states.incomplete,
      uncompared: [
        { from: 2, to: 2 },
        { from: 5, to: 9 },
      ],
    },
    'No se compararon las páginas 2 y 5–9.',
  ],
])('the words of a valid signature say which pages were not compared (%j)', (picture, text) => {
  expect(describeVerdict(signature(FIRST, { picture })).text).toContain(text)
})

test('the words of a document name the uncompared pages of all its signatures together', () => {
  const one = signature(FIRST, { picture: { ...states.incomplete, uncompared: [{ from: 2, to: 4 }] } })
  const other = signature(SECOND, {
    picture: {
      ...states.incomplete,
      uncompared: [
        { from: 5, to: 6 },
        { from: 9, to: 9 },
      ],
    },
  })
  expect(describeReport(reportOf(one, other))).toEqual({
    title: 'Documento firmado',
    text: '2 firmas. Autoridades conocidas emitieron los certificados. No se compararon las páginas 2–6 y 9.',
  })
})

test('the words of a suspicious signature name the pages that look different', () => {
  const words = describeVerdict(signature(FIRST, { verdict: 'suspicious', picture: states.different }))
  expect(words.text).toContain('No se ve como cuando se firmó la página 1.')
})

describe('a drawing that is a matter of course by structure', () => {
  const own = { kind: 'signature-added', severity: 'expected', field: 'luis', ...PAGE } as const
  const judgeOver = (before: number, after: number, change: DocumentChange = own) =>
    judge(reportOf(signature(FIRST, { changes: [change] })), (length) => (length === FIRST ? before : after))
  const worded = (judged: Awaited<ReturnType<typeof judge>>): string => {
    const [first] = judged.signatures
    return [describeReport(judged), ...(first === undefined ? [] : [describeVerdict(first)])]
      .map(({ title, text }) => `${title} ${text}`)
      .join(' ')
  }

  test('makes the signature changed, and is not called intact, if it hides print', async () => {
    const judged = await judgeOver(0, 255)
    expect(judged).toMatchObject({
      verdict: 'changed',
      signatures: [{ verdict: 'changed', picture: { state: 'same' }, changes: [{ severity: 'notable' }] }],
    })
    expect(worded(judged)).toMatch(/dibujo encima/)
    expect(worded(judged)).not.toMatch(/intact|sin cambios|no ha cambiado|íntegr/i)
  })

  test.each([
    ['draws over blank paper', 255, 0],
    ['draws over print with a dark pen', 0, 60],
    ['leaves light paper', 220, 255],
  ])('stays valid if it %s', async (_what, before, after) => {
    expect((await judgeOver(before, after)).verdict).toBe('valid')
  })

  test('never makes a worse verdict better, and leaves a told change as it is', async () => {
    const notable = { ...own, severity: 'notable' } as const
    expect((await judgeOver(0, 255, notable)).signatures[0]?.changes).toEqual([notable])
    const unknown = reportOf(signature(FIRST, { verdict: 'unknown', changes: [own] }))
    expect((await judge(unknown, (length) => (length === FIRST ? 0 : 255))).signatures[0]?.verdict).toBe('unknown')
  })
})
