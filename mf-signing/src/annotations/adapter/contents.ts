import type { PDFDocumentProxy } from 'pdfjs-dist'

type Storage = PDFDocumentProxy['annotationStorage']

/** A signature placeholder; pdf.js can't serialize it. */
const isWaiting = (value: object): boolean => '_drawId' in value && value._drawId === null

const serialized = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('serialize' in value)) return value
  if (isWaiting(value)) return undefined
  // Without a context, the pixels of images are omitted.
  return typeof value.serialize === 'function' ? value.serialize(false) : value
}

const isEntry = (entry: unknown): entry is readonly [string, unknown] =>
  Array.isArray(entry) && typeof entry[0] === 'string'

/** pdf.js's own flag ignores moves, and stays set when they are reverted. */
export const storageContents = (storage: Storage): string => {
  const entries = [...storage].filter(isEntry).flatMap(([id, value]) => {
    const written = serialized(value)
    return written ? [[id, written] as const] : []
  })
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
