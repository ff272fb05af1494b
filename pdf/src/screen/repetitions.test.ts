import { UnrepairableError } from '../repair/object-graph.ts'
import { rewriteDocument } from '../repair/rewrite-document.ts'
import { asciiBytes } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { sampleOf } from '../testing/node/index.ts'
import { inspectDocument } from './inspect-document.ts'
import { ScreeningLimitError } from './limits.ts'

const SIZE = 40_000
const GROWTH = 8
/** Quadratic work grows by `GROWTH` squared. */
const MOST = 2.5 * GROWTH
/** Shorter times (ms) mean nothing. */
const NOISE = 25

const pieces = [
  ...['1 0 obj<</Length 5>>stream\n', '1 0 obj<</Length 1 0 R>>stream\n', '1 0 obj<</First 1/N 1>>stream\n'],
  ...['1 0 obj\n<<', '1 0 obj\n[', '1 0 obj\n(', '1 0 obj\n<', '1 0 obj\n%', '1 0 obj endobj ', 'obj<', '%\nobj'],
  ...[
    'trailer<<',
    'trailer<</Root 1 0 R>>\n',
    'startxref\n',
    'startxref\n0\n%%EOF\n',
    'xref\n0 1\n',
    '%%EOF',
    '%%EOF\n',
  ],
  ...['stream\n', 'endstream', 'endobj', '1 0 R ', '%', '(', '<<', '[', '/A ', '1 ', '\0'],
  ...['1 0 obj<</S/JavaScript/JS 1 0 R>>\nstream\n', '1 0 obj<</Type/Metadata>>stream\n'],
  ...['1 0 obj<</First 1/N 1/Filter/A85>>stream\n', '1 0 obj<</First 1/N 1/Filter/AHx stream\n'],
]
const repeated = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length))
const metadata = (start: string, filler: string) => (size: number) =>
  `1 0 obj<</Type/Metadata>>stream\n${start.padEnd(size, filler)}\nendstream endobj\n`

type Make = (size: number) => string
const rows: readonly [string, Make][] = [
  ...pieces.map((piece): [string, Make] => [JSON.stringify(piece), repeated(piece)]),
  ['a tag that never gets its name', metadata('<', ' ')],
  ['tags without attributes', metadata('', '&lt;a')],
  ['an address that never ends', metadata('javascript:', 'a')],
  ['line ends in a dictionary', (size) => `1 0 obj<<${'endobj\n'.repeat(size / 7)}>>`],
]

const decide = async (bytes: Uint8Array): Promise<void> => {
  const inspection = inspectDocument(bytes, inflateWithNode)
  if (inspection.kind === 'signable' || inspection.remedy === 'none') return
  await rewriteDocument(bytes, inspection.remedy).catch((error: unknown) => {
    if (!(error instanceof UnrepairableError || error instanceof ScreeningLimitError)) throw error
  })
}

/** Processor milliseconds, the smaller of two runs. */
const timeOf = async (bytes: Uint8Array): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < 2; run++) {
    const before = process.threadCpuUsage()
    await decide(bytes)
    const { user, system } = process.threadCpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

test.each(sampleOf(rows, 8))(
  'the inspection and rewriting of %s take time in proportion to its size',
  async (_, make) => {
    const file = (size: number): Uint8Array => asciiBytes(`%PDF-1.7\n${make(size)}`)
    const small = await timeOf(file(SIZE))
    const large = await timeOf(file(SIZE * GROWTH))
    expect(large).toBeLessThan(Math.max(small, NOISE) * MOST)
  },
)
