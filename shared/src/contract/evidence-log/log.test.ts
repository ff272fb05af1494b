import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  BEFORE_THE_FIRST,
  entryText,
  formatLogLines,
  type LogDetails,
  type LogEntry,
  parseLogLines,
  verifyLog,
} from './log.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const factsOf = (number: number, format: 1 | 2 | 3 = 3): LogDetails => ({
  format,
  document_id: 7,
  number,
  happened_at: 1_800_000_000_000 + number,
  kind: 'invitation-seen',
  actor: 'guest:12',
  data: JSON.stringify({ field: number }),
  address: format === 1 ? null : '203.0.113.9',
  user_agent: format === 1 ? null : 'Navegador/1.0 «ñ»',
  revision_sha256: format === 1 ? null : sha256('revision'),
  actor_name: format === 3 ? 'Ana Rojas' : null,
  actor_email: format === 3 ? 'ana@example.com' : null,
})

const chain = (all: readonly LogDetails[]): LogEntry[] => {
  let previous = BEFORE_THE_FIRST
  return all.map((facts) => {
    const entry = { ...facts, previous_hash: previous, hash: sha256(entryText(previous, facts)) }
    previous = entry.hash
    return entry
  })
}

const log = chain([factsOf(1, 1), factsOf(2, 2), factsOf(3), factsOf(4)])
const at = (index: number): LogEntry => {
  const entry = log[index]
  if (entry === undefined) throw new Error(`no entry ${index}`)
  return entry
}
const changed = (index: number, change: Partial<LogEntry>): LogEntry[] => log.with(index, { ...at(index), ...change })

test('an unchanged log is valid, and its head is the hash of the last entry', async () => {
  expect(await verifyLog(log, sha256)).toEqual({ kind: 'whole', entries: 4, head: at(3).hash })
})

test.each<[string, LogEntry[], object]>([
  ['no entries', [], { kind: 'empty' }],
  ['the first missing', log.slice(1), { kind: 'number', expected: 1, found: 2 }],
  ['one in the middle missing', log.toSpliced(1, 1), { kind: 'number', expected: 2, found: 3 }],
  ['two in each other’s place', [at(0), at(2), at(1), at(3)], { kind: 'number', expected: 2, found: 3 }],
  ['one twice', [at(0), at(0)], { kind: 'number', expected: 2, found: 1 }],
  ['another address', changed(1, { address: '203.0.113.8' }), { kind: 'entry', number: 2 }],
  ['another browser', changed(1, { user_agent: null }), { kind: 'entry', number: 2 }],
  ['another name', changed(2, { actor_name: 'Presidencia de la República' }), { kind: 'entry', number: 3 }],
  ['another mailbox', changed(2, { actor_email: null }), { kind: 'entry', number: 3 }],
  ['another revision', changed(2, { revision_sha256: null }), { kind: 'entry', number: 3 }],
  ['another format', changed(2, { format: 1 }), { kind: 'entry', number: 3 }],
  ['another document in all', log.map((e) => ({ ...e, document_id: 8 })), { kind: 'entry', number: 1 }],
  ['another document in one', changed(1, { document_id: 8 }), { kind: 'other-document', number: 2 }],
  ['a separate hash', changed(1, { hash: sha256('x') }), { kind: 'entry', number: 2 }],
  ['another way back', changed(2, { previous_hash: sha256('x') }), { kind: 'chain', number: 3 }],
])('the check reports the first fault of an altered log: %s', async (_, entries, fault) => {
  expect(await verifyLog(entries, sha256)).toEqual({ kind: 'altered', fault })
})

test('an entry that was changed and hashed again breaks the chain at the next entry', async () => {
  const facts = { ...at(1), actor: 'guest:13' }
  const forged = log.with(1, { ...facts, hash: sha256(entryText(at(0).hash, facts)) })
  expect(await verifyLog(forged, sha256)).toEqual({ kind: 'altered', fault: { kind: 'chain', number: 3 } })
})

test('a log that predates recorded names is valid without names', async () => {
  const lines = formatLogLines(log.slice(0, 2)).replaceAll(/"actor_(?:name|email)":null,/g, '')
  expect(lines).not.toContain('actor_name')
  const parsed = parseLogLines(lines)
  if (parsed.kind === 'unreadable') throw new Error('unreadable')
  expect(await verifyLog(parsed.entries, sha256)).toMatchObject({ kind: 'whole', entries: 2 })
})

test('the parser reads a log from its lines, and returns the number of an unreadable line', () => {
  expect(parseLogLines(formatLogLines(log))).toEqual({ kind: 'entries', entries: log })
  const [first = ''] = formatLogLines(log).split('\n')
  expect(parseLogLines(`${first}\n{"format":2}\n`)).toEqual({ kind: 'unreadable', line: 2 })
  expect(parseLogLines('')).toEqual({ kind: 'unreadable', line: 1 })
})

test('the check detects any single changed character of the lines', async () => {
  const text = formatLogLines(log)
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('0', 'a', '"', 'ñ'), async (place, character) => {
      fc.pre(text[place] !== character)
      const parsed = parseLogLines(text.slice(0, place) + character + text.slice(place + 1))
      if (parsed.kind === 'unreadable') return
      expect((await verifyLog(parsed.entries, sha256)).kind).toBe('altered')
    }),
    { numRuns: 400 },
  )
})
