import type { Rect, Size } from '../geometry/geometry.ts'

/** In canvas pixels. */
export const FIELD_MIN_SIZE: Size = { width: 50, height: 30 }
/** Default position, in canvas pixels. */
export const THIRD_PARTY_FIELD: Rect = { x: 100, y: 100, width: 200, height: 50 }
export const OWN_FIELD_SIZE: Size = { width: 200, height: 60 }
export const DEFAULT_PAGE_SIZE: Size = { width: 800, height: 600 }
/** In canvas pixels; fine with Alt. */
export const FIELD_KEY_STEP = 5
export const FIELD_FINE_STEP = 1
export const SNAP_REACH_PX = 6
/** Longest pause within one undo step. */
export const KEYBOARD_BATCH_MS = 1000
export const HISTORY_LIMIT = 200

export const fieldDefaults = {
  label: 'Campo de Firma',
  ownName: 'Mi Firma',
  signerName: 'Firmante',
  thirdPartyLabel: 'Firma de Terceros',
} as const
