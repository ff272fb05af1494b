import type { Rect, Size } from './geometry.ts'

/** Smallest field, in canvas pixels. */
export const FIELD_MIN_SIZE: Size = { width: 50, height: 30 }
/** Where a third party's new field lands, in canvas pixels. */
export const THIRD_PARTY_FIELD: Rect = { x: 100, y: 100, width: 200, height: 50 }
/** Size of the owner's own field and of its placeholder, placed at the centre of the page, in canvas pixels. */
export const OWN_FIELD_SIZE: Size = { width: 200, height: 60 }
/** Size of a page that is not known yet, in canvas pixels. */
export const DEFAULT_PAGE_SIZE: Size = { width: 800, height: 600 }
/** One arrow key moves or resizes a field by so many canvas pixels; with Alt by so many. */
export const FIELD_KEY_STEP = 5
export const FIELD_FINE_STEP = 1
/** From how far a line draws a field that is dragged, in CSS pixels. */
export const SNAP_REACH_PX = 6
/** Steps of the keyboard with no longer pause between them are undone as one, in milliseconds. */
export const KEYBOARD_BATCH_MS = 1000
/** So many changes can be undone. */
export const HISTORY_LIMIT = 200

/** Names that stand where nobody gave one. */
export const fieldDefaults = {
  label: 'Campo de Firma',
  ownName: 'Mi Firma',
  signerName: 'Firmante',
  thirdPartyLabel: 'Firma de Terceros',
} as const
