import type { CanvasRect } from 'shared/contract'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'

/** Milliseconds to sign after identifying; later the person identifies again. */
export const LINK_SESSION_LIFE = 15 * MINUTE_MS
/** Unused sessions contain personal data. */
export const ABANDONED_SESSION_KEPT = DAY_MS

/** The specification's temporary guest field. */
export const GUEST_FIELD: CanvasRect = { x: 200, y: 300, width: 250, height: 80 }
export const GUEST_FIELD_LABEL = 'Firma del Invitado'
export const GUEST_FIELD_SIGNER = 'Invitado'
export const GUEST_FIELD_PAGE = 1
