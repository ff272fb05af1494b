import { type HeadFault, headText, type LogHead } from 'shared/contract/evidence-log'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { EvidenceKeys, EvidenceVerifier } from '../pki/evidence-keys.ts'

/** The keys that sign log heads, and the alarm for an altered log. */
export interface LogAuthority {
  readonly keys: Pick<EvidenceKeys, 'sign' | 'holds'>
  readonly onAltered: (documentId: number, fault: string) => void
}

const authorities = new WeakMap<object, LogAuthority>()

/** Transactions share their database's adapter. */
const databaseKey = (db: ApiDatabase): object => db.getExecutor().adapter

/**
 * Binds the log keys to a database: some 35 callers
 * write to the log and need no key otherwise.
 */
export const bindLogAuthority = (db: ApiDatabase, authority: LogAuthority): void => {
  authorities.set(databaseKey(db), authority)
}

/** @throws Error if none is bound: a write without a key would leave an unsigned head */
export const logAuthorityOf = (db: ApiDatabase): LogAuthority => {
  const authority = authorities.get(databaseKey(db))
  if (authority === undefined) throw new Error('no log authority is bound to this database')
  return authority
}

/** A head with its signature, and the id of the key that made it. */
export interface StoredHead extends LogHead {
  readonly key: string
  readonly signature: string
}

/** Only the signature: whether the log ends there is `judgeEnd`. */
export const judgeSignature = (
  keys: EvidenceVerifier,
  head: StoredHead | undefined,
): Extract<HeadFault, { kind: 'no-head' | 'forged-head' }> | undefined => {
  if (head === undefined) return { kind: 'no-head' }
  return keys.holds(headText(head), head) ? undefined : { kind: 'forged-head' }
}
