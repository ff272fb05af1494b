import type { VerificationReport } from 'pdf/verify'

/** For the second judge, in the browser. */
export interface PictureTask {
  readonly bytes: Uint8Array
  /** Of the structure judge. */
  readonly report: VerificationReport
}

/** Each page is drawn by two renderers, one after the other. */
export interface PictureProgress {
  readonly renderer: 'first' | 'second'
  /** In pages. */
  readonly done: number
  readonly total: number
}

export type PictureAnswer =
  /** The renderer; drawing begins. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: VerificationReport }
