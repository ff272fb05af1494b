import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName, pdfStream, textString } from '../syntax/index.ts'
import type { ObjectSink } from '../write/new-document.ts'

/** Standard structure types (ISO 32000-1, 14.8.4) of our own documents. */
export type StructureType =
  | ('Sect' | 'H1' | 'H2' | 'H3' | 'P' | 'Figure')
  | ('Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD')

interface ElementOptions {
  /** Alternative text of a figure. */
  readonly alt?: string
  /** Of a TH. */
  readonly scope?: 'Row' | 'Column'
  /** Of a figure: x0 y0 x1 y1 in points. */
  readonly box?: readonly [number, number, number, number]
}

/** Tags the content of a new document. Pages are numbered from 0. */
export interface StructureWriter {
  /** Puts the content that `write` adds into an element below the current one. */
  inside<T>(type: StructureType, write: () => T, options?: ElementOptions): T
  /** Operators as content of the current element; without one, as an artifact. */
  content(page: number, operators: string): string
  /** Makes the content that `write` adds decoration: a repeated heading of a table. */
  decoration<T>(write: () => T): T
  /** Operators as decoration, which has no meaning (14.8.2.2). */
  artifact(operators: string): string
  /**
   * Adds the structure tree.
   *
   * @returns catalog entries; each page needs its number as /StructParents, and its reference
   */
  addTree(sink: ReservingSink, pages: readonly PdfRef[]): Readonly<Record<string, PdfObject>>
}

/** A sink whose objects can refer to each other. */
interface ReservingSink extends ObjectSink {
  allocate(): PdfRef
  put(target: PdfRef, object: PdfObject): void
}

interface OpenElement {
  readonly type: string
  readonly options: ElementOptions
  readonly kids: (OpenElement | { readonly page: number; readonly id: number })[]
}

const attributesOf = ({ scope, box }: ElementOptions): PdfObject | undefined => {
  if (scope !== undefined) return pdfDict({ O: pdfName('Table'), Scope: pdfName(scope) })
  if (box === undefined) return undefined
  return pdfDict({ O: pdfName('Layout'), Placement: pdfName('Block'), BBox: pdfArray([...box]) })
}

const isElement = (kid: OpenElement['kids'][number]): kid is OpenElement => 'kids' in kid

type PageParents = Map<number, PdfRef>[]

/** An array is indexed by MCID (14.7.4.4). */
const inOrder = (page: ReadonlyMap<number, PdfRef>): PdfRef[] =>
  [...page].sort(([a], [b]) => a - b).map(([, ref]) => ref)

const addElement = (
  sink: ReservingSink,
  element: OpenElement,
  parent: PdfRef,
  { pages, parents }: { readonly pages: readonly PdfRef[]; readonly parents: PageParents },
): PdfRef => {
  const ref = sink.allocate()
  const page = element.kids.flatMap((kid) => (isElement(kid) ? [] : [kid.page]))[0]
  const kids = element.kids.map((kid): PdfObject => {
    if (isElement(kid)) return addElement(sink, kid, ref, { pages, parents })
    parents[kid.page]?.set(kid.id, ref)
    return kid.page === page ? kid.id : pdfDict({ Type: pdfName('MCR'), Pg: pages[kid.page], MCID: kid.id })
  })
  const { options } = element
  sink.put(
    ref,
    pdfDict({
      Type: pdfName('StructElem'),
      S: pdfName(element.type),
      P: parent,
      Pg: page === undefined ? undefined : pages[page],
      Alt: options.alt === undefined ? undefined : textString(options.alt),
      A: attributesOf(options),
      K: pdfArray(kids),
    }),
  )
  return ref
}

/** Starts the structure of a document (ISO 32000-1, 14.7). */
export const startStructure = (): StructureWriter => {
  const document: OpenElement = { type: 'Document', options: {}, kids: [] }
  const path = [document]
  const counts = new Map<number, number>()
  let isDecoration = false
  const artifact = (operators: string): string => `/Artifact BMC\n${operators}\nEMC`
  return {
    inside: (type, write, options = {}) => {
      if (isDecoration) return write()
      const element: OpenElement = { type, options, kids: [] }
      path.at(-1)?.kids.push(element)
      path.push(element)
      const result = write()
      path.pop()
      return result
    },
    content: (page, operators) => {
      const current = path.at(-1)
      if (isDecoration || current === undefined || current === document) return artifact(operators)
      const id = counts.get(page) ?? 0
      counts.set(page, id + 1)
      current.kids.push({ page, id })
      return `/${current.type} <</MCID ${id}>> BDC\n${operators}\nEMC`
    },
    decoration: (write) => {
      isDecoration = true
      const result = write()
      isDecoration = false
      return result
    },
    artifact,
    addTree: (sink, pages) => {
      const root = sink.allocate()
      const parents: PageParents = pages.map(() => new Map())
      const top = addElement(sink, document, root, { pages, parents })
      const entries = parents.flatMap((page, index) => [index, sink.add(pdfArray(inOrder(page)))])
      const tree = sink.add(pdfDict({ Nums: pdfArray(entries) }))
      sink.put(
        root,
        pdfDict({ Type: pdfName('StructTreeRoot'), K: top, ParentTree: tree, ParentTreeNextKey: pages.length }),
      )
      return { StructTreeRoot: root, MarkInfo: pdfDict({ Marked: true }) }
    },
  }
}

const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text.toWellFormed())

/**
 * Adds what ISO 14289-1 (PDF/UA-1), 5 and 7.1, asks of a catalog besides the structure.
 *
 * @param language as in BCP 47
 * @returns catalog entries
 */
export const accessibleCatalog = (
  sink: ObjectSink,
  { title, language }: { readonly title: string; readonly language: string },
): Readonly<Record<string, PdfObject>> => {
  const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
  return {
    Lang: textString(language),
    ViewerPreferences: pdfDict({ DisplayDocTitle: true }),
    Metadata: sink.add(pdfStream(pdfDict({ Type: pdfName('Metadata'), Subtype: pdfName('XML') }), utf8(xmp))),
  }
}
