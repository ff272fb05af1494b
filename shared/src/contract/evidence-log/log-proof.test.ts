import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { LogEntry } from './log.ts'
import { hashTree, headText, judgeEnd, type LogHead, leafText, parseLogProof, rootOfPath } from './log-proof.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const leavesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => sha256(leafText({ document_id: index, number: 1, hash: sha256('x') })))

describe('the hash tree', () => {
  test('a path leads from its own leaf to the root, and not from another leaf', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(39), async (count, pick) => {
        const leaves = leavesOf(count)
        const { root, paths } = await hashTree(leaves, sha256)
        const at = pick % count
        const [leaf = '', path = []] = [leaves[at], paths[at]]
        expect(await rootOfPath(leaf, path, sha256)).toBe(root)
        expect(await rootOfPath(sha256('another'), path, sha256)).not.toBe(root)
      }),
      { numRuns: 100 },
    )
  })

  test('the root changes with another leaf, another order, or a missing leaf', async () => {
    const leaves = leavesOf(5)
    const roots = [leaves, leaves.slice(1), leaves.toReversed(), leaves.with(2, sha256('y'))].map(async (each) => {
      const { root } = await hashTree(each, sha256)
      return root
    })
    expect(new Set(await Promise.all(roots)).size).toBe(4)
  })
})

const entry = (number: number): LogEntry => ({
  format: 3,
  document_id: 7,
  number,
  happened_at: 1,
  kind: 'document-uploaded',
  actor: 'user:1',
  data: '{}',
  address: null,
  user_agent: null,
  revision_sha256: null,
  actor_name: 'Ana',
  actor_email: 'ana@example.com',
  previous_hash: sha256(String(number - 1)),
  hash: sha256(String(number)),
})
const log = [entry(1), entry(2), entry(3)]
const head: LogHead = { document_id: 7, number: 3, hash: sha256('3'), authenticated_from: 1, signed_at: 5 }

test.each<[string, readonly LogEntry[], LogHead, boolean]>([
  ['its own log', log, head, true],
  ['a log whose end was cut', log.slice(0, 2), head, false],
  ['a log that continues', [...log, entry(4)], head, false],
  ['a log with another end', log, { ...head, hash: sha256('x') }, false],
  ['the log of another document', log, { ...head, document_id: 8 }, false],
  ['an empty log', [], { ...head, number: 0 }, false],
])('judgeEnd accepts a head only for the end of its own log: %s: %#', (_, entries, stated, isEnd) => {
  expect(judgeEnd(entries, stated) === undefined).toBe(isEnd)
})

test('the signed text of a head changes with each of its values', () => {
  const changes: Partial<LogHead>[] = [
    { document_id: 8 },
    { number: 4 },
    { hash: sha256('x') },
    { authenticated_from: 2 },
    { signed_at: 6 },
  ]
  const texts = [head, ...changes.map((change) => ({ ...head, ...change }))].map(headText)
  expect(new Set(texts).size).toBe(6)
})

test.each(['', '{}', '[]', '{"version":1}', 'null', '{"version":2,"head":{},"certificates":[],"anchors":[]}'])(
  'the parser refuses a broken proof: %s',
  (text) => {
    expect(parseLogProof(text)).toBeUndefined()
  },
)
