import { type PdfDict, type PdfObject, pdfArray, pdfDict, pdfName, pdfRef, pdfStream, withEntries } from 'pdf'
import { type Alteration, BLOT, changeResources } from './blots.ts'
import { add, type Draft, dictAt, itemsAt, patch, put } from './draft.ts'
import type { Random } from './random.ts'

export function ofPage(draft: Draft, num: number, random: Random): Alteration[] {
  const page = dictAt(draft, pdfRef(num))
  const contents = page?.entries.get('Contents') ?? null
  const list = itemsAt(draft, contents).length > 0 ? itemsAt(draft, contents) : [contents]
  const resources = dictAt(draft, page?.entries.get('Resources'))
  const annots = itemsAt(draft, page?.entries.get('Annots'))
  const set = (entries: Record<string, PdfObject | undefined>) => () => patch(draft, num, entries)
  const found: Alteration[] = [
    { name: 'contents', run: () => patch(draft, num, { Contents: add(draft, pdfStream(pdfDict({}), BLOT)) }) },
    {
      name: 'contents-added',
      run: () => patch(draft, num, { Contents: pdfArray([...list, add(draft, pdfStream(pdfDict({}), BLOT))]) }),
    },
    { name: 'contents-cut', run: set({ Contents: pdfArray(list.slice(1)) }) },
    { name: 'rotate', run: set({ Rotate: random.pick([180, 270]) }) },
    { name: 'crop', run: set({ CropBox: pdfArray([50, 50, 150, 200]) }) },
    { name: 'media', run: set({ MediaBox: pdfArray([0, 0, 150, 150]) }) },
    { name: 'unit', run: set({ UserUnit: 2 }) },
    { name: 'annots-removed', run: set({ Annots: undefined }) },
  ]
  if (annots.length > 1) found.push({ name: 'annots-reversed', run: set({ Annots: pdfArray(annots.toReversed()) }) })
  if (resources !== undefined)
    found.push({
      name: 'resources',
      run: () => patch(draft, num, { Resources: changeResources(draft, resources, random) }),
    })
  if (annots[0] !== undefined)
    found.push({ name: 'annots-repeated', run: set({ Annots: pdfArray([...annots, annots[0]]) }) })
  const other = draft.document.pages().find(({ ref: each }) => each !== undefined && each.num !== num)
  const borrowed = other?.dict.entries.get('Contents')
  if (borrowed !== undefined) found.push({ name: 'contents-borrowed', run: set({ Contents: borrowed }) })
  return found
}

export function ofTree(draft: Draft, num: number, random: Random): Alteration[] {
  const node = dictAt(draft, pdfRef(num))
  const kids = itemsAt(draft, node?.entries.get('Kids'))
  const resources = dictAt(draft, node?.entries.get('Resources'))
  const page = (): PdfObject =>
    add(
      draft,
      pdfDict({
        Type: pdfName('Page'),
        Parent: pdfRef(num),
        MediaBox: pdfArray([0, 0, 200, 240]),
        Resources: pdfDict({}),
        Contents: add(draft, pdfStream(pdfDict({}), BLOT)),
      }),
    )
  const found: Alteration[] = [
    { name: 'page-swapped', run: () => patch(draft, num, { Kids: pdfArray([page(), ...kids.slice(1)]) }) },
    { name: 'page-added', run: () => patch(draft, num, { Kids: pdfArray([...kids, page()]), Count: kids.length + 1 }) },
    { name: 'tree-rotate', run: () => patch(draft, num, { Rotate: 180 }) },
  ]
  if (kids.length > 1)
    found.push({ name: 'pages-reversed', run: () => patch(draft, num, { Kids: pdfArray(kids.toReversed()) }) })
  if (resources !== undefined)
    found.push({
      name: 'tree-resources',
      run: () => patch(draft, num, { Resources: changeResources(draft, resources, random) }),
    })
  return found
}

function otherTree(draft: Draft, tree: PdfDict): PdfObject {
  const root = add(draft, tree)
  const contents = add(draft, pdfStream(pdfDict({}), BLOT))
  const box = pdfArray([0, 0, 200, 240])
  const page = add(draft, pdfDict({ Type: pdfName('Page'), Parent: root, MediaBox: box, Contents: contents }))
  return put(draft, root.num, withEntries(tree, { Kids: pdfArray([page]), Count: 1 }))
}

export function ofCatalog(draft: Draft, num: number): Alteration[] {
  const catalog = dictAt(draft, pdfRef(num))
  const tree = dictAt(draft, catalog?.entries.get('Pages'))
  const layers = dictAt(draft, catalog?.entries.get('OCProperties'))
  if (catalog === undefined || tree === undefined) return []
  const replaceRoot = (): void => {
    draft.trailer.set('Root', add(draft, withEntries(catalog, { Pages: otherTree(draft, tree) })))
  }
  const found: Alteration[] = [
    { name: 'other-tree', run: () => patch(draft, num, { Pages: otherTree(draft, tree) }) },
    { name: 'other-root', run: replaceRoot },
  ]
  if (layers !== undefined) {
    const off = pdfDict({ OFF: pdfArray(itemsAt(draft, layers.entries.get('OCGs'))), BaseState: pdfName('OFF') })
    found.push({
      name: 'catalog-layers',
      run: () => patch(draft, num, { OCProperties: withEntries(layers, { D: off }) }),
    })
  }
  return found
}
