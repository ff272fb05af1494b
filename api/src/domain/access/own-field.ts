import type { Selectable } from 'kysely'
import { openPdf, seenSize } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { type FractionRect, toFractions } from 'shared/contract'
import type { LinkSessionTable } from '../../platform/database/schema.ts'
import { GUEST_FIELD, GUEST_FIELD_LABEL, GUEST_FIELD_PAGE, GUEST_FIELD_SIGNER } from './link-session-constants.ts'
import type { StoredField } from './view-field.ts'

export type LinkSession = Selectable<LinkSessionTable>

/**
 * Shifts the field to fit small pages.
 * @throws PdfError if the page has no box
 */
export const placeOwnField = (pdf: Uint8Array): FractionRect => {
  const view = openPdf(pdf, { inflate: inflateWithNode }).page(GUEST_FIELD_PAGE).view()
  return toFractions(GUEST_FIELD, seenSize(view))
}

/** Stored on signing only, so abandoned fields never block the document. */
export const ownFieldOf = (session: LinkSession): StoredField | undefined => {
  const { x, y, width, height } = session
  if (x === null || y === null || width === null || height === null) return undefined
  return {
    id: session.field_id,
    document_id: session.document_id,
    // Stored with the field, for whom it was made.
    participant_id: session.field_id,
    alternate_id: null,
    position: 0,
    client_id: `field_${session.created_at}_${session.field_id}`,
    field_type: 'SECONDARY',
    signer_name: session.name === '' ? GUEST_FIELD_SIGNER : session.name,
    signer_email: session.email,
    x,
    y,
    width,
    height,
    page: GUEST_FIELD_PAGE,
    label: GUEST_FIELD_LABEL,
    created_at: session.created_at,
    signed_at: null,
    signed_by_link_at: null,
    deleted_at: null,
    certificate_identification: null,
    turn: null,
    has_form: 0,
  }
}
