import * as v from 'valibot'
import { Sha256Schema } from '../values/sha256.ts'
import { parseJson } from './parse-json.ts'

const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** One line of `registro.jsonl`. */
export const LogEntrySchema = v.strictObject({
  /**
   * Fields in the hash. 2 adds addresses and revisions, 3
   * adds names.
   */
  format: v.picklist([1, 2, 3]),
  document_id: CountSchema,
  /** From 1, per document. */
  number: CountSchema,
  /** Milliseconds since the epoch. */
  happened_at: CountSchema,
  kind: v.string(),
  /**
   * `user:<id>`, `guest:<invitation id>`, `agent-session:<id>`
   * or `system`.
   */
  actor: v.string(),
  /** JSON object, exactly as hashed. */
  data: v.string(),
  /** Client IP address; null for the server's own entries. */
  address: v.nullable(v.string()),
  user_agent: v.nullable(v.string()),
  /** SHA-256 of the newest revision at that time. */
  revision_sha256: v.nullable(Sha256Schema),
  /** Null for the server, and in formats 1 and 2. */
  actor_name: v.optional(v.nullable(v.string()), null),
  actor_email: v.optional(v.nullable(v.string()), null),
  previous_hash: Sha256Schema,
  hash: Sha256Schema,
})

export type LogEntry = v.InferOutput<typeof LogEntrySchema>

/** The hash of an entry covers these and the previous hash. */
export type LogDetails = Omit<LogEntry, 'hash' | 'previous_hash'>

/** Previous hash of the first entry. */
export const BEFORE_THE_FIRST = '0'.repeat(64)

/** A JSON array, so that no two entries have the same text. */
export const entryText = (previousHash: string, entry: LogDetails): string => {
  const { document_id, number, happened_at, kind, actor, data, address, user_agent, revision_sha256 } = entry
  const first = [previousHash, document_id, number, happened_at, kind, actor, data]
  if (entry.format === 1) return JSON.stringify(first)
  const second = [...first, address, user_agent, revision_sha256]
  return JSON.stringify(entry.format === 2 ? second : [...second, entry.actor_name, entry.actor_email])
}

/** The first thing wrong. `chain`: does not follow its predecessor; `entry`: was changed. */
export type LogFault =
  | { readonly kind: 'number'; readonly expected: number; readonly found: number }
  | { readonly kind: 'chain'; readonly number: number }
  | { readonly kind: 'entry'; readonly number: number }
  | { readonly kind: 'other-document'; readonly number: number }
  | { readonly kind: 'empty' }

type LogVerdict =
  | { readonly kind: 'whole'; readonly entries: number; readonly head: string }
  | { readonly kind: 'altered'; readonly fault: LogFault }

/** A parameter, because browsers hash asynchronously and Node does not. */
export type HashText = (text: string) => Promise<string> | string

const altered = (fault: LogFault): LogVerdict => ({ kind: 'altered', fault })

/** Verifies numbers, chain and hashes, not who wrote it: that is `log-proof.ts`. */
export const verifyLog = async (entries: readonly LogEntry[], sha256: HashText): Promise<LogVerdict> => {
  let head = BEFORE_THE_FIRST
  for (const [index, entry] of entries.entries()) {
    const { number } = entry
    if (number !== index + 1) return altered({ kind: 'number', expected: index + 1, found: number })
    if (entry.document_id !== entries[0]?.document_id) return altered({ kind: 'other-document', number })
    if (entry.previous_hash !== head) return altered({ kind: 'chain', number })
    if ((await sha256(entryText(head, entry))) !== entry.hash) return altered({ kind: 'entry', number })
    head = entry.hash
  }
  return entries.length === 0 ? altered({ kind: 'empty' }) : { kind: 'whole', entries: entries.length, head }
}

/** JSON Lines. */
export const formatLogLines = (entries: readonly LogEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

type ParsedLog =
  | { readonly kind: 'entries'; readonly entries: readonly LogEntry[] }
  /** From 1. */
  | { readonly kind: 'unreadable'; readonly line: number }

/** @returns the number of the first line that is no entry, if any */
export const parseLogLines = (text: string): ParsedLog => {
  const entries: LogEntry[] = []
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const entry = parseJson(LogEntrySchema, line)
    if (entry === undefined) return { kind: 'unreadable', line: index + 1 }
    entries.push(entry)
  }
  return { kind: 'entries', entries }
}
