/** Bounds that keep a hostile document from taking more than bounded time and memory. */
export interface PdfLimits {
  /** Nesting of arrays and dictionaries in one object. */
  readonly depth: number
  /** Arrays, dictionaries and their entries in one object. */
  readonly objectItems: number
  /** Highest object number (ISO 32000-1 annex C). */
  readonly objectNumber: number
  /** Cross-reference sections in the /Prev chain. */
  readonly sections: number
  /** Cross-reference entries of all sections together, and objects in one object stream. */
  readonly entries: number
  /** Bytes that one structural stream (cross-reference, object stream) may inflate to. */
  readonly inflatedStream: number
  /** Bytes that all structural streams together may inflate to. */
  readonly inflatedTotal: number
  /** Nodes of the page tree, and likewise of the form's field tree. */
  readonly treeNodes: number
  /** Depth of either tree. */
  readonly treeDepth: number
}

const MiB = 1024 * 1024

export const defaultLimits: PdfLimits = {
  depth: 100,
  objectItems: 1_000_000,
  objectNumber: 8_388_607,
  sections: 1_000,
  entries: 1_000_000,
  inflatedStream: 64 * MiB,
  inflatedTotal: 256 * MiB,
  treeNodes: 200_000,
  treeDepth: 64,
}

/**
 * Inflates a zlib stream (RFC 1950), injected because Node and browsers differ.
 * Throws `InflateLimitError` when the result would exceed `maxLength` bytes, anything else when the data are damaged.
 */
export type Inflate = (data: Uint8Array, maxLength: number) => Uint8Array

export class InflateLimitError extends Error {
  constructor() {
    super('the inflated data exceed the limit')
    this.name = 'InflateLimitError'
  }
}
