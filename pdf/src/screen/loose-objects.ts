import type { PdfName, PdfRef, PdfString } from '../syntax/index.ts'

/**
 * An object as the most tolerant reader could understand it. Where readers repair a file differently, all readings
 * are kept: a key that stands twice has two values, and what stands where a key should be is kept as a stray.
 */
export type Loose = null | boolean | number | PdfName | PdfString | PdfRef | LooseArray | LooseDict | LooseStream

export interface LooseArray {
  readonly kind: 'array'
  readonly items: readonly Loose[]
}

export interface LooseDict {
  readonly kind: 'dict'
  /** Every value that a key is given. */
  readonly entries: ReadonlyMap<string, readonly Loose[]>
  readonly strays: readonly Loose[]
}

/** Its data begin at `start` of `bytes`; where they end is for the walk to say. */
export interface LooseStream {
  readonly kind: 'stream'
  readonly dict: LooseDict
  readonly bytes: Uint8Array
  readonly start: number
}

type Kind = Exclude<Loose, null | boolean | number>['kind']
const ofKind =
  <K extends Kind>(kind: K) =>
  (object: Loose | undefined): object is Extract<Loose, { kind: K }> =>
    typeof object === 'object' && object !== null && object.kind === kind

export const isLooseName = ofKind('name')
export const isLooseString = ofKind('string')
export const isLooseArray = ofKind('array')
export const isLooseDict = ofKind('dict')
export const isLooseStream = ofKind('stream')
export const isLooseRef = ofKind('ref')
