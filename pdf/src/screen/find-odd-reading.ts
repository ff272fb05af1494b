import { findOddReading, isArray, isDict, type PdfDict, type PdfDocument, type PdfObject } from '../syntax/index.ts'

/** Beyond it, other checks refuse the file. */
const DEEPEST = 64

/** Pages with their tree, annotations with their parents, and the form. */
function* judgedParts(document: PdfDocument): Generator<PdfObject> {
  const { objects } = document
  const seen = new Set<PdfDict>()
  function* upwards(start: PdfObject): Generator<PdfObject> {
    let node = start
    for (let depth = 0; isDict(node) && depth < DEEPEST && !seen.has(node); depth++) {
      seen.add(node)
      yield node
      yield* looksOf(node)
      node = objects.get(node, 'Parent')
    }
  }
  function* looksOf(node: PdfDict): Generator<PdfObject> {
    const looks = objects.get(node, 'AP')
    for (const look of isDict(looks) ? looks.entries.values() : []) {
      const read = objects.resolve(look)
      yield read
      for (const state of isDict(read) ? read.entries.values() : []) yield objects.resolve(state)
    }
  }
  for (const { dict } of document.pages()) {
    yield* upwards(dict)
    const list = objects.get(dict, 'Annots')
    for (const item of isArray(list) ? list.items : []) yield* upwards(objects.resolve(item))
  }
  const form = document.acroForm()
  if (form !== undefined) yield form
}

/**
 * Finds what a page or its form shows differently in different
 * readers because of a number, name or box that they read
 * differently. A later revision may touch it.
 */
export function findOddPart(document: PdfDocument): string | undefined {
  for (const part of judgedParts(document)) {
    const key = findOddReading(document.objects, part)
    if (key !== undefined) return `readers understand a /${key} differently`
  }
  return undefined
}
