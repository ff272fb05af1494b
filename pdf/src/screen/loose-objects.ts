import type { PdfName, PdfRef, PdfString } from '../syntax/index.ts'

/**
 * An object as the most tolerant reader could understand it.
 * Keeps all readings: a repeated key has several values, and a
 * value in place of a key is a stray.
 */
export type LooseObject = null | boolean | number | PdfName | PdfString | PdfRef | LooseArray | LooseDict | LooseStream

export interface LooseArray {
  readonly kind: 'array'
  readonly items: readonly LooseObject[]
}

/** Readers differ in which of several values they take. */
export interface LooseDict {
  readonly kind: 'dict'
  /** All values of a key. */
  readonly entries: ReadonlyMap<string, readonly LooseObject[]>
  readonly strays: readonly LooseObject[]
}

/** Starts at `start` of `bytes`; the walk finds the end. */
export interface LooseStream {
  readonly kind: 'stream'
  /** Of an encrypted file: undoes its encryption. */
  readonly decrypt?: (data: Uint8Array) => Uint8Array | undefined
  readonly dict: LooseDict
  readonly bytes: Uint8Array
  readonly start: number
}

type Kind = Exclude<LooseObject, null | boolean | number>['kind']
const ofKind =
  <K extends Kind>(kind: K) =>
  (object: LooseObject | undefined): object is Extract<LooseObject, { kind: K }> =>
    typeof object === 'object' && object !== null && object.kind === kind

export const isLooseName = ofKind('name')
export const isLooseString = ofKind('string')
export const isLooseArray = ofKind('array')
export const isLooseDict = ofKind('dict')
export const isLooseStream = ofKind('stream')
export const isLooseRef = ofKind('ref')
