import * as v from 'valibot'
import { parseJson } from '../evidence-log/parse-json.ts'
import { Sha256Schema } from '../values/sha256.ts'
import type { HashBytes } from './merkle.ts'

/** What an entry commits to. Field names are not part of the text. */
export interface SealedEntry {
  /** 32 random bytes, hexadecimal: without them, an entry says nothing about its document. */
  readonly salt: string
  readonly documentId: number
  /** SHA-256 of the completed document. */
  readonly sha256: string
  /** Hash of the log entry that records the completion. */
  readonly logHead: string
  /** Milliseconds since the epoch. */
  readonly completedAt: number
}

const TAG = 'trazo-sealed-entry-1'

const OpeningSchema = v.strictTuple([
  v.literal(TAG),
  Sha256Schema,
  v.pipe(v.number(), v.safeInteger()),
  Sha256Schema,
  Sha256Schema,
  v.pipe(v.number(), v.safeInteger()),
])

/** Proofs hold it for years: never change the form, add a new tag instead. */
export const sealedEntryText = ({ salt, documentId, sha256, logHead, completedAt }: SealedEntry): string =>
  JSON.stringify([TAG, salt, documentId, sha256, logHead, completedAt])

/** Undefined unless the text is the one form of an entry. */
export const parseSealedEntry = (text: string): SealedEntry | undefined => {
  const read = parseJson(OpeningSchema, text)
  if (read === undefined) return undefined
  const [, salt, documentId, sha256, logHead, completedAt] = read
  const entry = { salt, documentId, sha256, logHead, completedAt }
  return sealedEntryText(entry) === text ? entry : undefined
}

/** The 32 bytes that the log publishes. */
export const commitmentOf = async (text: string, hash: HashBytes): Promise<Uint8Array> =>
  hash(new TextEncoder().encode(text))
