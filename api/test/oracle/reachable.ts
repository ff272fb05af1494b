import { isArray, isDict, isRef, isStream, type PdfDocument, type PdfObject } from 'pdf'

export interface Target {
  readonly num: number
  /** For example `Resources/XObject/N`; array indices are `*`. */
  readonly path: string
  /** From 1; 0 means the whole document. */
  readonly page: number
}

const WAYS_BACK = new Set(['Parent', 'P', 'Popup', 'Dest'])
const LARGEST = 2000

function walk(document: PdfDocument, from: PdfObject, start: string, page: number, found: Map<number, Target>): void {
  const open: [PdfObject, string][] = [[from, start]]
  while (open.length > 0 && found.size < LARGEST) {
    const [object, path] = open.shift() ?? [null, '']
    if (isRef(object)) {
      if (found.has(object.num)) continue
      found.set(object.num, { num: object.num, path, page })
      open.push([document.objects.resolve(object), path])
    } else if (isArray(object)) open.push(...object.items.map((item): [PdfObject, string] => [item, `${path}/*`]))
    else if (isDict(object) || isStream(object)) {
      const { entries } = isStream(object) ? object.dict : object
      for (const [key, value] of entries)
        if (!WAYS_BACK.has(key)) open.push([value, path === '' ? key : `${path}/${key}`])
    }
  }
}

export function targetsOf(document: PdfDocument): Target[] {
  const found = new Map<number, Target>()
  for (const { ref, dict, pageNumber } of document.pages()) {
    if (ref !== undefined) found.set(ref.num, { num: ref.num, path: 'Page', page: pageNumber })
    walk(document, dict, '', pageNumber, found)
  }
  const { catalog } = document
  const tree = catalog.entries.get('Pages')
  const root = document.objects.resolve(tree)
  if (isRef(tree)) found.set(tree.num, { num: tree.num, path: 'Pages', page: 0 })
  if (isDict(root)) walk(document, root.entries.get('Resources') ?? null, 'Resources', 1, found)
  for (const key of ['OCProperties', 'AcroForm']) walk(document, catalog.entries.get(key) ?? null, key, 0, found)
  for (const num of document.objectNumbers) {
    const entry = document.objects.entry(num)
    const container = entry?.type === 'compressed' ? entry.container : undefined
    if (container !== undefined) found.set(container, { num: container, path: 'ObjectStream', page: 0 })
  }
  found.set(document.catalogRef.num, { num: document.catalogRef.num, path: 'Catalog', page: 0 })
  return [...found.values()]
}
