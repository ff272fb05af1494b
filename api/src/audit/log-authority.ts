import { type HeadFault, headText, type LogHead } from 'shared/evidence'
import type { Db } from '../database/open-database.ts'
import type { EvidenceKeys, EvidenceVerifier } from '../signing/pki/evidence-keys.ts'

/** What authenticates the logs of a database. */
export interface LogAuthority {
  readonly keys: Pick<EvidenceKeys, 'sign' | 'holds'>
  /** Hears of a log that is not as it was written. */
  readonly onAltered: (documentId: number, fault: string) => void
}

const authorities = new WeakMap<object, LogAuthority>()

/** A transaction has the adapter of its database. */
const keyOf = (db: Db): object => db.getExecutor().adapter

/**
 * Binds what authenticates logs to a database. It travels with the connection: some 35 use cases write to the log, and
 * none of them has another use for the key.
 */
export const bindLogAuthority = (db: Db, authority: LogAuthority): void => {
  authorities.set(keyOf(db), authority)
}

/** @throws Error if nothing is bound: no entry is written without authentication */
export const logAuthorityOf = (db: Db): LogAuthority => {
  const authority = authorities.get(keyOf(db))
  if (authority === undefined) throw new Error('no log authority is bound to this database')
  return authority
}

/** A head with its signature, as it is stored. */
export interface StoredHead extends LogHead {
  readonly key: string
  readonly signature: string
}

/** What is wrong with a head by itself. */
export const judgeSignature = (
  keys: EvidenceVerifier,
  head: StoredHead | undefined,
): Extract<HeadFault, { kind: 'no-head' | 'forged-head' }> | undefined => {
  if (head === undefined) return { kind: 'no-head' }
  return keys.holds(headText(head), head) ? undefined : { kind: 'forged-head' }
}
