import type { DrawingMemory } from '../../signature-dialog/use-made-signature.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { forgetKeptDrawing } from './forget-drawing.ts'
import { readDrawing, storeDrawing } from './kept-drawing.ts'
import { savedIdsOf } from './signed-tabs.ts'

const ownFieldOf = (guest: GuestSession): number | undefined =>
  guest.entry.kind === 'invitation' ? savedIdsOf(guest)[0] : undefined

/**
 * Keeps the drawing in this tab until the guest signs or cancels. Only
 * an invitation's field belongs to one person, so only its drawing
 * survives a reload.
 */
export const drawingMemory = (guest: GuestSession): DrawingMemory => {
  const fieldId = ownFieldOf(guest)
  let held = fieldId === undefined ? undefined : readDrawing(fieldId)
  return {
    read: () => held,
    keep: (made) => {
      held = made
      if (fieldId !== undefined) storeDrawing(fieldId, made)
    },
    forget: () => {
      held = undefined
      if (fieldId !== undefined) forgetKeptDrawing(fieldId)
    },
  }
}
