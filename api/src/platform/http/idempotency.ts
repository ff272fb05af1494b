import type { InsertResult } from 'kysely'
import { type Call, uploadFileCall } from 'shared/contract'
import { hashHex } from 'shared/server'
import type { RouteAccess } from './actor.ts'
import { ApiError } from './api-error.ts'

/** An RFC 9651 string, also without quotes. */
const KEY = /^(?:"([\w.~:-]{16,128})"|([\w.~:-]{16,128}))$/

/** Of the header, for descriptions of the API. */
export const IDEMPOTENCY_KEY_PATTERN = KEY.source

/** A program's POST, and an upload by anyone. Other uploads have a key among their parts. */
export const isKeyedCall = ({ name, method, encoding }: Call, access: RouteAccess): boolean =>
  name === uploadFileCall.name ||
  (method === 'POST' && encoding !== 'multipart' && 'programs' in access && access.programs !== undefined)

/** draft-ietf-httpapi-idempotency-key-header; undefined if invalid. */
export const parseIdempotencyKey = (header: string | readonly string[]): string | undefined => {
  const match = KEY.exec(String(header))
  return match?.[1] ?? match?.[2]
}

/**
 * @param facts what a repeated request has in common with the
 * first. Fingerprints are stored: another order of the facts
 * refuses requests that an update interrupts.
 */
export const requestFingerprint = (facts: unknown): string => hashHex(JSON.stringify(facts))

/** Another request has stored its work under the key. */
export class KeyTakenError extends Error {
  override readonly name = 'KeyTakenError'
}

/**
 * For an insert that does nothing if the key exists.
 * @throws KeyTakenError, which undoes the transaction
 */
export const checkKeyStored = ({ numInsertedOrUpdatedRows: inserted }: InsertResult): void => {
  if (inserted === 0n) throw new KeyTakenError()
}

/** A key is stored with the work that it made, in one transaction. */
export interface KeyedRequest<Row extends { readonly fingerprint: string | undefined }, Answer> {
  readonly fingerprint: string
  /** By owner and key. A row without fingerprint matches each request. */
  readonly find: () => Promise<Row | undefined>
  readonly answer: (row: Row) => Answer | Promise<Answer>
  /** Default: IDEMPOTENCY_KEY_REUSED */
  readonly refusal?: () => Error
}

/**
 * Answers a repeated request; undefined for a first one.
 * @throws Error IDEMPOTENCY_KEY_REUSED for a key of another request
 */
export const answerRepeated = async <Row extends { readonly fingerprint: string | undefined }, Answer>({
  fingerprint,
  find,
  answer,
  refusal = () => new ApiError('IDEMPOTENCY_KEY_REUSED'),
}: KeyedRequest<Row, Answer>): Promise<Answer | undefined> => {
  const row = await find()
  if (row === undefined) return undefined
  if (row.fingerprint !== undefined && row.fingerprint !== fingerprint) throw refusal()
  return answer(row)
}

/**
 * Works once for a key. A request that loses the race with its
 * repetition answers what the other one stored.
 * @param keyed undefined for a request without a key
 * @param work calls `checkKeyStored` in its transaction
 */
export const onceByKey = async <Row extends { readonly fingerprint: string | undefined }, Answer>(
  keyed: KeyedRequest<Row, Answer> | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  if (keyed === undefined) return work()
  const before = await answerRepeated(keyed)
  if (before !== undefined) return before
  try {
    return await work()
  } catch (error) {
    const first = error instanceof KeyTakenError ? await answerRepeated(keyed) : undefined
    if (first === undefined) throw error
    return first
  }
}

const SEPARATOR = ' '

/** For tables with one column for both. A key has no spaces. */
export const joinKey = (key: string, fingerprint: string): string => `${key}${SEPARATOR}${fingerprint}`

/** Rows of earlier versions have no fingerprint. */
export const splitKey = (stored: string): { readonly key: string; readonly fingerprint: string | undefined } => {
  const [key = '', fingerprint] = stored.split(SEPARATOR)
  return { key, fingerprint }
}
