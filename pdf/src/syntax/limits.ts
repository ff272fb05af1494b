/** Limits on time and memory for hostile documents. */
export interface PdfLimits {
  /** Nesting within one object. */
  readonly depth: number
  /** Items within one object. */
  readonly objectItems: number
  /** ISO 32000-1 annex C. */
  readonly objectNumber: number
  /** Length of the /Prev chain. */
  readonly sections: number
  /** Over all sections, and per object stream. */
  readonly entries: number
  /** Bytes per structural stream. */
  readonly inflatedStream: number
  /** Bytes over all structural streams. */
  readonly inflatedTotal: number
  /** Nodes of the page tree, and of the field tree. */
  readonly treeNodes: number
  /** Of either tree. */
  readonly treeDepth: number
}

const MiB = 1024 * 1024

/** Bytes for inflated data, counts otherwise. */
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
 * Inflates a zlib stream (RFC 1950).
 * @param maxLength bytes
 * @throws InflateLimitError if the result is longer; any
 * other error for damaged data
 */
export type InflateData = (data: Uint8Array, maxLength: number) => Uint8Array

/** Told apart from damaged data, which a repair may help. */
export class InflateLimitError extends Error {
  constructor() {
    super('the inflated data exceed the limit')
    this.name = 'InflateLimitError'
  }
}
