import type { GuestSendingDocument } from 'shared/http/deferred'
import { sitePathOf } from '../next/site-path.ts'

export interface SendingVisit {
  /** SHA-256 (hexadecimal) of the bytes that this tab displayed, by document. */
  readonly shown: Readonly<Record<number, string>>
  /** SHA-256 (hexadecimal) of the form values that this tab displayed, by document; null while values are missing. */
  readonly forms: Readonly<Record<number, string | null>>
  /** Documents that were signed here, after the server's list. */
  readonly signed: readonly number[]
}

/** A document of the sending, with what happened in this tab since the server's answer. */
export interface GuestSendingRow extends GuestSendingDocument {
  readonly isPresent: boolean
  /** A path of this site; undefined if the document cannot be opened. */
  readonly to: string | undefined
}

export interface SendingPlan {
  readonly rows: readonly GuestSendingRow[]
  /** Signed in one act, the present one included; empty if the present document is signed by itself. */
  readonly joint: readonly GuestSendingRow[]
  /** Of `joint`, not displayed yet. */
  readonly unread: readonly GuestSendingRow[]
  /** Of `joint` without the present one, displayed with form values missing. */
  readonly unfilled: readonly GuestSendingRow[]
  /** Where to go on: the next document that waits for this person, preferably an unread one, then an unfilled one. */
  readonly next: GuestSendingRow | undefined
}

const isJoint = ({ state, is_joint }: GuestSendingRow): boolean => state === 'open' && is_joint

/** From the one after the present document to the one before it. */
const inTurn = (rows: readonly GuestSendingRow[]): readonly GuestSendingRow[] => {
  const present = rows.findIndex(({ isPresent }) => isPresent)
  return [...rows.slice(present + 1), ...rows.slice(0, Math.max(present, 0))].filter(
    ({ state, to }) => state === 'open' && to !== undefined,
  )
}

/** Says what this person can do next with the documents of the sending. */
export const planSending = (
  documents: readonly GuestSendingDocument[],
  presentId: number,
  { shown, forms, signed }: SendingVisit,
): SendingPlan => {
  const rows = documents.map(
    (one): GuestSendingRow => ({
      ...one,
      state: signed.includes(one.id) ? 'signed' : one.state,
      isPresent: one.id === presentId,
      to: sitePathOf(one.path),
    }),
  )
  const together = rows.filter(isJoint)
  const joint = together.length > 1 && together.some(({ isPresent }) => isPresent) ? together : []
  const isUnread = ({ id, has_form, is_joint }: GuestSendingRow): boolean =>
    shown[id] === undefined || (is_joint && has_form && forms[id] === undefined)
  const isUnfilled = ({ id, has_form }: GuestSendingRow): boolean => has_form && forms[id] === null
  const others = joint.filter(({ isPresent }) => !isPresent)
  const turn = inTurn(rows)
  return {
    rows,
    joint,
    unread: others.filter(isUnread),
    unfilled: others.filter(isUnfilled),
    next: turn.find(isUnread) ?? turn.find(isUnfilled) ?? turn[0],
  }
}

/** An ended document counts no more. */
export const countSigned = (rows: readonly GuestSendingRow[]) => ({
  signed: rows.filter(({ state }) => state === 'signed').length,
  total: rows.filter(({ state }) => state !== 'ended').length,
})
