import * as v from 'valibot'

const Sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** One entry of a document's log, as it is chained, and as a line of `registro.jsonl` in the evidence of a document. */
export const LogEntrySchema = v.strictObject({
  /**
   * Which facts the hash covers. 1: before addresses and revisions were recorded. 2: before names were. 3: all.
   */
  format: v.picklist([1, 2, 3]),
  document_id: CountSchema,
  /** Counts from 1 within the document. */
  number: CountSchema,
  /** Milliseconds since the epoch. */
  happened_at: CountSchema,
  kind: v.string(),
  /** Who did it: `user:<id>`, `guest:<invitation id>`, `agent-session:<id>` or `system`. */
  actor: v.string(),
  /** JSON object, byte for byte as it was hashed. */
  data: v.string(),
  /** IP address that the request came from; null where no person asked. */
  address: v.nullable(v.string()),
  user_agent: v.nullable(v.string()),
  /** SHA-256 of the document's newest revision when it happened. */
  revision_sha256: v.nullable(Sha256Schema),
  /** Name and address of the actor at that moment. Null for the server, and in formats 1 and 2. */
  actor_name: v.optional(v.nullable(v.string()), null),
  actor_email: v.optional(v.nullable(v.string()), null),
  previous_hash: Sha256Schema,
  hash: Sha256Schema,
})

export type LogEntry = v.InferOutput<typeof LogEntrySchema>

/** What an entry's hash is computed over, besides the hash of the one before. */
export type LogFacts = Omit<LogEntry, 'hash' | 'previous_hash'>

/** What the first entry of a document has as the hash of the one before. */
export const BEFORE_THE_FIRST = '0'.repeat(64)

/** The text whose SHA-256 is an entry's hash: a JSON array, so that no two entries read alike. */
export const entryText = (previousHash: string, entry: LogFacts): string => {
  const { document_id, number, happened_at, kind, actor, data, address, user_agent, revision_sha256 } = entry
  const first = [previousHash, document_id, number, happened_at, kind, actor, data]
  if (entry.format === 1) return JSON.stringify(first)
  const second = [...first, address, user_agent, revision_sha256]
  return JSON.stringify(entry.format === 2 ? second : [...second, entry.actor_name, entry.actor_email])
}

/** What is wrong with a log, and at which entry. */
export type LogFault =
  /** It does not begin with entry 1, or an entry is missing, or stands twice. */
  | { readonly kind: 'number'; readonly expected: number; readonly found: number }
  /** The entry does not follow on the one before. */
  | { readonly kind: 'chain'; readonly number: number }
  /** The entry was changed after it was written. */
  | { readonly kind: 'entry'; readonly number: number }
  | { readonly kind: 'other-document'; readonly number: number }
  | { readonly kind: 'empty' }

export type LogVerdict =
  | { readonly kind: 'whole'; readonly entries: number; readonly head: string }
  | { readonly kind: 'altered'; readonly fault: LogFault }

export type Sha256 = (text: string) => Promise<string> | string

const altered = (fault: LogFault): LogVerdict => ({ kind: 'altered', fault })

/** Whether a log is as it was written: every entry there, in order, unchanged. The first fault is named. */
export const verifyLog = async (entries: readonly LogEntry[], sha256: Sha256): Promise<LogVerdict> => {
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

/** A log as text: one JSON object a line. */
export const formatLogLines = (entries: readonly LogEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

export type ParsedLog =
  | { readonly kind: 'entries'; readonly entries: readonly LogEntry[] }
  /** Counts from 1. */
  | { readonly kind: 'unreadable'; readonly line: number }

const parseLine = (line: string): LogEntry | undefined => {
  try {
    const parsed = v.safeParse(LogEntrySchema, JSON.parse(line))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** The reverse of `formatLogLines`. */
export const parseLogLines = (text: string): ParsedLog => {
  const entries: LogEntry[] = []
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const entry = parseLine(line)
    if (entry === undefined) return { kind: 'unreadable', line: index + 1 }
    entries.push(entry)
  }
  return { kind: 'entries', entries }
}
