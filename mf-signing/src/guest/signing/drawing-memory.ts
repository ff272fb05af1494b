import type { DrawingMemory, MadeSignature } from '../../signature-dialog/use-made-signature.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { forgetKeptDrawing } from './forget-drawing.ts'
import { readDrawing, storeDrawing } from './kept-drawing.ts'
import { savedIdsOf } from './signed-tabs.ts'

/** The person's drawing for the other documents of a sending. Never stored: it ends with the page. */
let carried: { readonly person: string; readonly made: MadeSignature } | undefined

const personOf = ({ entry }: GuestSession): string | undefined =>
  entry.kind === 'invitation' && entry.sending ? `${entry.sending.id} ${entry.user.email.toLowerCase()}` : undefined

const ownFieldOf = (guest: GuestSession): number | undefined =>
  guest.entry.kind === 'invitation' ? savedIdsOf(guest)[0] : undefined

/**
 * Keeps the drawing in this tab until the guest signs or cancels. Only
 * an invitation's field belongs to one person, so only its drawing
 * survives a reload. In a sending, the drawing also serves that person's
 * other documents, until the page is left.
 */
export const drawingMemory = (guest: GuestSession): DrawingMemory => {
  const fieldId = ownFieldOf(guest)
  const person = personOf(guest)
  if (carried?.person !== person) carried = undefined
  let held = carried?.made ?? (fieldId === undefined ? undefined : readDrawing(fieldId))
  return {
    read: () => held,
    keep: (made) => {
      held = made
      if (person !== undefined) carried = { person, made }
      if (fieldId !== undefined) storeDrawing(fieldId, made)
    },
    forget: () => {
      held = undefined
      if (fieldId !== undefined) forgetKeptDrawing(fieldId)
    },
  }
}
