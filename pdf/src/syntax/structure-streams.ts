import type { PdfDocument } from './pdf-document.ts'

/** Cross-reference and object streams, as listed by the sections. */
export function structureStreams(document: PdfDocument): Set<number> {
  const sections = new Set(
    document.sections.flatMap(({ offset, hybrid }) => [
      offset,
      ...(hybrid === undefined ? [] : [hybrid.stream.offset]),
    ]),
  )
  const found = new Set<number>()
  for (const num of document.objectNumbers) {
    const entry = document.objects.entry(num)
    if (entry?.type === 'compressed') found.add(entry.container)
    else if (entry?.type === 'offset' && sections.has(entry.offset)) found.add(num)
  }
  return found
}
