import type { PDFDocumentProxy } from 'pdfjs-dist'

type Storage = PDFDocumentProxy['annotationStorage']

/** A place that waits for its signature: pdf.js cannot write it, and there is nothing to write. */
const isWaiting = (value: object): boolean => '_drawId' in value && value._drawId === null

const serialized = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('serialize' in value)) return value
  if (isWaiting(value)) return undefined
  // Without a context an image leaves its pixels out.
  return typeof value.serialize === 'function' ? value.serialize(false) : value
}

const isEntry = (entry: unknown): entry is readonly [string, unknown] =>
  Array.isArray(entry) && typeof entry[0] === 'string'

/**
 * All that saving would write, as a text that is the same as long as nothing is different. pdf.js's own flag neither
 * sees that something was moved, nor that it was moved back.
 */
export const contentsOf = (storage: Storage): string => {
  const entries = [...storage].filter(isEntry).flatMap(([id, value]) => {
    const written = serialized(value)
    return written ? [[id, written] as const] : []
  })
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
