import { notify } from 'shared/state'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import type { Rect, Size } from '../../geometry/geometry.ts'
import { clampInto, toFractions } from '../../geometry/geometry.ts'
import type { ViewedDocument } from '../../viewer/engine/pdf-engine.ts'
import type { GuestSession } from './guest-session.ts'

/** Default field of a public link, in canvas pixels. */
const GUEST_FIELD: Rect = { x: 200, y: 300, width: 250, height: 80 }
const guestFieldTexts = {
  label: 'Firma del Invitado',
  signerName: 'Invitado',
  unavailable: 'Campo de firma no disponible. Por favor, recarga la página.',
} as const

/** A field on page 1, saved when signed. Size in canvas pixels. */
export const temporaryGuestField = (page: Size, now: () => number): PlacedField => ({
  status: 'temporary',
  id: `${now()}_invitado`,
  fieldId: `field_${now()}_invitado`,
  type: 'signature',
  label: guestFieldTexts.label,
  signerName: guestFieldTexts.signerName,
  signerEmail: '',
  page: 1,
  rect: toFractions(clampInto(GUEST_FIELD, page), page),
})

/**
 * Undefined, with a message, if the link names a field that is not there.
 * @throws what the document does if its first page cannot be read
 */
export const placeGuestField = async (
  { entry }: GuestSession,
  document: Pick<ViewedDocument, 'page'>,
): Promise<PlacedField | undefined> => {
  if (entry.kind === 'public-link') return temporaryGuestField((await document.page(1)).size, Date.now)
  notify({ type: 'error', message: guestFieldTexts.unavailable })
  return undefined
}
