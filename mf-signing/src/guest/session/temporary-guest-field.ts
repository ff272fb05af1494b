import type { PlacedField } from '../../fields/field-lifecycle.ts'
import type { Rect, Size } from '../../geometry/geometry.ts'
import { clampInto, toFractions } from '../../geometry/geometry.ts'

/** Default field of a public link, in canvas pixels. */
const GUEST_FIELD: Rect = { x: 200, y: 300, width: 250, height: 80 }
const guestFieldTexts = { label: 'Firma del Invitado', signerName: 'Invitado' } as const

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
