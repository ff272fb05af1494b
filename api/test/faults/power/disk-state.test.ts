import fc from 'fast-check'
import { everything } from 'pdf/testing/node'
import { seeded } from '../seeded.ts'
import { CUT_KINDS, type CutKind, choiceOf } from './cut-choices.ts'
import type { DiskChange, DiskHistory } from './disk-event.ts'
import { diskAfterCut, KEEPS_ALL, SECTOR } from './disk-state.ts'

/** One call after the other: call n lies between 2n and 2n + 1. */
const historyOf = (changes: readonly DiskChange[], folders: readonly number[] = []): DiskHistory => ({
  events: changes.map((change, index) => ({ ...change, start: 2 * index, end: 2 * index + 1 })),
  folders: new Set([0, ...folders]),
})

const name = (path: string, node: number, folder = 0): DiskChange => ({
  kind: 'name',
  entry: { folder, name: path },
  node,
})
const write = (node: number, text: string, offset = 0): DiskChange => ({
  kind: 'write',
  node,
  offset,
  bytes: Buffer.from(text),
})
const sync = (node: number): DiskChange => ({ kind: 'sync', node })
const rename = (from: string, to: string, node: number): DiskChange => ({
  kind: 'rename',
  from: { folder: 0, name: from },
  to: { folder: 0, name: to },
  node,
})
const unname = (path: string, node: number): DiskChange => ({ kind: 'unname', entry: { folder: 0, name: path }, node })

const after = (changes: readonly DiskChange[], kind: CutKind, cut = Infinity, folders: readonly number[] = []) => {
  const state = diskAfterCut(historyOf(changes, folders), cut, choiceOf(kind, seeded(1)))
  return Object.fromEntries(
    [...state].map(([path, bytes]) => [path, bytes === 'folder' ? bytes : String(Buffer.from(bytes))]),
  )
}

const STORED = [name('a', 1), write(1, 'hola'), sync(1), sync(0)]

test.each<[string, readonly DiskChange[], CutKind, Record<string, string>]>([
  ['synced bytes and names are there', STORED, 'nothing', { a: 'hola' }],
  ['a sync of a file does not store its name', [name('a', 1), write(1, 'hola'), sync(1)], 'nothing', {}],
  ['a sync of a folder does not store bytes', [name('a', 1), write(1, 'hola'), sync(0)], 'nothing', { a: '' }],
  ['the size can be there without the bytes', [name('a', 1), write(1, 'ab'), sync(0)], 'sizes', { a: '\0\0' }],
  ['later bytes are lost', [...STORED, write(1, 'X')], 'nothing', { a: 'hola' }],
  ['later bytes are there', [...STORED, write(1, 'X')], 'bytes', { a: 'Xola' }],
  ['a new name is lost, the old one is not', [...STORED, rename('a', 'b', 1)], 'nothing', { a: 'hola' }],
  ['a new name is there, the old one is not', [...STORED, rename('a', 'b', 1)], 'names', { b: 'hola' }],
  ['a stored name needs no earlier one', [name('a', 1), rename('a', 'b', 1), sync(0)], 'nothing', { b: '' }],
  ['a removed name comes back', [...STORED, unname('a', 1)], 'nothing', { a: 'hola' }],
  ['a removed name stays away', [...STORED, unname('a', 1), sync(0)], 'nothing', {}],
  ['a name is of the later file', [...STORED, unname('a', 1), name('a', 2), write(2, 'n')], 'everything', { a: 'n' }],
  ['two names are of one file', [...STORED, name('b', 1), sync(0), write(1, 'H')], 'bytes', { a: 'Hola', b: 'Hola' }],
  ['a shorter size can be there', [...STORED, { kind: 'resize', node: 1, size: 2 }], 'sizes', { a: 'ho' }],
  ['a shorter size can be lost', [...STORED, { kind: 'resize', node: 1, size: 2 }], 'nothing', { a: 'hola' }],
])('%s', (_, changes, kind, expected) => {
  expect(after(changes, kind)).toEqual(expected)
})

test('a folder without a stored name is lost with what is stored in it', () => {
  const changes = [name('f', 2), name('a', 1, 2), write(1, 'hola'), sync(1), sync(2)]
  expect(after(changes, 'nothing', Infinity, [2])).toEqual({})
  expect(after([...changes, sync(0)], 'nothing', Infinity, [2])).toEqual({ f: 'folder', 'f/a': 'hola' })
})

test('a sync counts when it has ended, for what had ended when it began', () => {
  const changes = [name('a', 1), sync(0), write(1, 'hola'), sync(1)]
  expect(after(changes, 'nothing', 7)).toEqual({ a: '' })
  expect(after(changes, 'nothing', 8)).toEqual({ a: 'hola' })
  const late: DiskHistory = {
    events: [
      { ...name('a', 1), start: 0, end: 1 },
      { ...sync(0), start: 2, end: 3 },
      { ...write(1, 'hola'), start: 4, end: 9 },
      { ...sync(1), start: 6, end: 11 },
    ],
    folders: new Set([0]),
  }
  expect([...diskAfterCut(late, Infinity, choiceOf('nothing', seeded(1)))]).toEqual([['a', new Uint8Array(0)]])
})

test('a cut before a call leaves nothing of it, a cut inside of it may', () => {
  const changes = [...STORED, write(1, 'X')]
  expect(after(changes, 'everything', 8)).toEqual({ a: 'hola' })
  expect(after(changes, 'everything', 9)).toEqual({ a: 'Xola' })
  expect(after(changes, 'nothing', 9)).toEqual({ a: 'hola' })
})

test('a write is torn between sectors, never inside of one', () => {
  const long = [
    name('a', 1),
    sync(0),
    write(1, 'o'.repeat(4 * SECTOR)),
    sync(1),
    write(1, 'n'.repeat(3 * SECTOR), SECTOR / 2),
  ]
  const seen = new Set<string>()
  for (let seed = 0; seed < 50; seed++) {
    const bytes = diskAfterCut(historyOf(long), Infinity, choiceOf('torn', seeded(seed))).get('a')
    const text = String(Buffer.from(typeof bytes === 'string' ? '' : (bytes ?? '')))
    const parts = [0, 0.5, 1, 2, 3, 3.5].map((at, index, all) =>
      text.slice(at * SECTOR, (all[index + 1] ?? 4) * SECTOR),
    )
    expect(parts.map((part) => new Set(part).size)).toEqual([1, 1, 1, 1, 1, 1])
    expect(text).toHaveLength(4 * SECTOR)
    seen.add(parts.map((part) => part[0]).join(''))
  }
  expect(seen).toContain('onnnno')
  expect(seen).toContain('oooooo')
  expect(seen.size).toBeGreaterThan(8)
})

const NAMES = ['a', 'b', 'c']

const changes = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('write' as const),
      node: fc.nat(2),
      text: fc.string({ maxLength: 9 }),
      at: fc.nat(1500),
    }),
    fc.record({ kind: fc.constant('rename' as const), node: fc.nat(2), to: fc.nat(2) }),
    fc.record({ kind: fc.constant('sync' as const), node: fc.nat(3) }),
  ),
  { maxLength: 30 },
)

/** Files 1 to 3 have the names a to c; a rename frees the name that it leaves. */
const readChanges = (drawn: typeof changes extends fc.Arbitrary<infer Drawn> ? Drawn : never): DiskChange[] => {
  const names = new Map(NAMES.map((one, index) => [index + 1, one]))
  const begun = NAMES.map((one, index) => name(one, index + 1))
  const rest = drawn.flatMap((change): DiskChange[] => {
    if (change.kind === 'sync') return [sync(change.node)]
    const node = change.node + 1
    if (change.kind === 'write') return [write(node, change.text, change.at)]
    const [from, to = ''] = [names.get(node), NAMES[change.to]]
    if (from === undefined || from === to) return []
    for (const [other, held] of names) if (held === to) names.delete(other)
    names.set(node, to)
    return [rename(from, to, node)]
  })
  return [...begun, sync(0), ...rest]
}

const kinds = fc.constantFrom(...CUT_KINDS)
const runs = { numRuns: everything ? 3000 : 300 }

test('property: after a sync of all, every choice gives what the program saw', () => {
  fc.assert(
    fc.property(changes, kinds, fc.nat(), (drawn, kind, seed) => {
      const done = [...readChanges(drawn), ...[0, 1, 2, 3].map(sync)]
      const whole = diskAfterCut(historyOf(done), Infinity, KEEPS_ALL)
      expect(diskAfterCut(historyOf(done), Infinity, choiceOf(kind, seeded(seed)))).toEqual(whole)
    }),
    runs,
  )
})

test('property: a name that was stored always has a file: the old one, or one that took its place', () => {
  fc.assert(
    fc.property(changes, kinds, fc.nat(), fc.nat(70), (drawn, kind, seed, more) => {
      const history = historyOf(readChanges(drawn))
      const state = diskAfterCut(history, 8 + more, choiceOf(kind, seeded(seed)))
      const renamed = new Set(history.events.flatMap((event) => (event.kind === 'rename' ? [event.from.name] : [])))
      for (const one of NAMES) if (!renamed.has(one)) expect(state.has(one)).toBe(true)
      expect(state.size).toBeGreaterThan(0)
    }),
    runs,
  )
})

test('property: bytes that were stored change only where later writes are', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 2000 }), changes, kinds, fc.nat(), (text, drawn, kind, seed) => {
      const later = drawn.flatMap((change) => (change.kind === 'write' ? [write(1, change.text, change.at)] : []))
      const first = Buffer.from(text)
      const all = [name('a', 1), sync(0), write(1, text), sync(1), ...later]
      const state = diskAfterCut(historyOf(all), Infinity, choiceOf(kind, seeded(seed))).get('a')
      const bytes = typeof state === 'object' ? state : new Uint8Array(0)
      const isRewritten = (at: number): boolean =>
        later.some((one) => one.kind === 'write' && at >= one.offset && at < one.offset + one.bytes.length)
      for (const [at, byte] of first.entries()) if (!isRewritten(at)) expect(bytes[at]).toBe(byte)
    }),
    runs,
  )
})
