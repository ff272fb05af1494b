import { dictAtKey, isArray, isDict, isNameOf, isStream, openPdf } from '../../../syntax/index.ts'
import { inflateWithNode } from '../../../syntax/inflate-node.ts'
import {
  annotationElement,
  annotationName,
  annotationText,
  type ExaminedDocument,
  foundUnless,
  isEmbeddedFont,
  pageContent,
  pageName,
  seenAnnotations,
  streamBytes,
  textEntry,
  unlinkedContent,
  usedFonts,
} from './examine-document.ts'
import { readOverview, type StructureElement } from './read-structure.ts'

interface AccessibilityRule {
  /** Of ISO 14289-1. */
  readonly clause: string
  readonly title: string
  /** @returns where the rule does not hold */
  readonly find: (examined: ExaminedDocument) => readonly string[]
}

const headingLevels = ({ structure }: ExaminedDocument): string[] => {
  let last = 0
  return structure.elements.flatMap(({ type }) => {
    const level = Number(/^H([1-6])$/.exec(type)?.[1] ?? 0)
    const isSkipped = level > last + 1
    if (level > 0) last = level
    return isSkipped ? [`${type} after level ${last}`] : []
  })
}

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  LI: ['L'],
  Lbl: ['LI', 'Note'],
  LBody: ['LI'],
}

const nestingErrors = ({ structure }: ExaminedDocument): string[] =>
  structure.elements.flatMap(({ type, parent }) => {
    const allowed = PARENTS[type]
    return foundUnless(allowed === undefined || allowed.includes(parent?.type ?? ''), `${type} in ${parent?.type}`)
  })

const rowsOf = (element: StructureElement): StructureElement[] =>
  element.children.flatMap((child) => (child.type === 'TR' ? [child] : rowsOf(child)))

const unevenTables = ({ structure }: ExaminedDocument): string[] =>
  structure.elements
    .filter(({ type }) => type === 'Table')
    .flatMap((table) => {
      const widths = new Set(rowsOf(table).map(({ children }) => children.length))
      return foundUnless(widths.size <= 1, `a table with rows of ${[...widths].join(', ')} cells`)
    })

const hasScope = ({ document }: ExaminedDocument, { dict }: StructureElement): boolean => {
  const attributes = document.objects.get(dict, 'A')
  return (isArray(attributes) ? attributes.items : [attributes]).some((item) => {
    const read = document.objects.resolve(item)
    return isDict(read) && read.entries.has('Scope')
  })
}

const withType = ({ structure }: ExaminedDocument, type: string): readonly StructureElement[] =>
  structure.elements.filter((element) => element.type === type)

/** Clauses of ISO 14289-1 (PDF/UA-1) that signing and our own documents touch. */
export const accessibilityRules: readonly AccessibilityRule[] = [
  {
    clause: '5',
    title: 'the metadata name PDF/UA-1',
    find: ({ metadata }) => foundUnless(/pdfuaid:part(>|=["'])1\b/.test(metadata), 'metadata'),
  },
  {
    clause: '7.1',
    title: 'the document is marked as tagged',
    find: ({ document: { objects, catalog } }) => {
      const info = dictAtKey(objects, catalog, 'MarkInfo')
      return foundUnless(info !== undefined && objects.get(info, 'Marked') === true, 'MarkInfo')
    },
  },
  {
    clause: '7.1',
    title: 'the title is in the metadata and shown',
    find: ({ document: { objects, catalog }, metadata }) => {
      const view = dictAtKey(objects, catalog, 'ViewerPreferences')
      return [
        ...foundUnless(view !== undefined && objects.get(view, 'DisplayDocTitle') === true, 'DisplayDocTitle'),
        ...foundUnless(/<dc:title>[\s\S]*?<rdf:li[^>]*>[^<]+</.test(metadata), 'dc:title'),
      ]
    },
  },
  {
    clause: '7.1',
    title: 'all content belongs to an element or is an artifact',
    find: ({ document }) =>
      document
        .pages()
        .flatMap((page) => pageContent(document, page).unmarked.map((operator) => `${pageName(page)}, ${operator}`)),
  },
  { clause: '7.1', title: 'the parent tree leads from content to its element and back', find: unlinkedContent },
  {
    clause: '7.2',
    title: 'the document states its language',
    find: ({ document }) => foundUnless(textEntry(document, document.catalog, 'Lang') !== '', 'Lang'),
  },
  {
    clause: '7.2',
    title: 'rows, cells and list items are in tables and lists',
    find: nestingErrors,
  },
  {
    clause: '7.3',
    title: 'figures have an alternative text',
    find: (examined) =>
      withType(examined, 'Figure').flatMap(({ num, dict }) =>
        foundUnless(
          textEntry(examined.document, dict, 'Alt') + textEntry(examined.document, dict, 'ActualText') !== '',
          `${num}`,
        ),
      ),
  },
  { clause: '7.4.2', title: 'headings skip no level', find: headingLevels },
  { clause: '7.5', title: 'all rows of a table have as many cells', find: unevenTables },
  {
    clause: '7.5',
    title: 'headers of a table say for which cells they are',
    find: (examined) =>
      withType(examined, 'TH').flatMap((cell) => foundUnless(hasScope(examined, cell), `header ${cell.num}`)),
  },
  {
    clause: '7.18.1',
    title: 'annotations belong to an element',
    find: (examined) =>
      seenAnnotations(examined).flatMap((each) =>
        foundUnless(annotationElement(examined, each) !== undefined, annotationName(each)),
      ),
  },
  {
    clause: '7.18.1',
    title: 'annotations and fields have a description',
    find: (examined) =>
      seenAnnotations(examined).flatMap((each) =>
        foundUnless(annotationText(examined, each) !== '', annotationName(each)),
      ),
  },
  {
    clause: '7.18.3',
    title: 'the tab order of pages with annotations follows the structure',
    find: ({ document }) =>
      document.pages().flatMap((page) => {
        const list = document.objects.get(page.dict, 'Annots')
        const isBare = !isArray(list) || list.items.length === 0
        return foundUnless(isBare || isNameOf(document.objects.get(page.dict, 'Tabs'), 'S'), pageName(page))
      }),
  },
  {
    clause: '7.18.4',
    title: 'widgets are in Form elements',
    find: (examined) =>
      seenAnnotations(examined)
        .filter(({ isWidget }) => isWidget)
        .flatMap((each) => foundUnless(annotationElement(examined, each)?.type === 'Form', annotationName(each))),
  },
  {
    clause: '7.21.4.1',
    title: 'fonts are embedded',
    find: (examined) =>
      usedFonts(examined).flatMap(({ where, font }) => foundUnless(isEmbeddedFont(examined.document, font), where)),
  },
  {
    clause: '7.21.7',
    title: 'composite fonts map to Unicode',
    find: (examined) =>
      usedFonts(examined).flatMap(({ where, font }) =>
        foundUnless(!isNameOf(font.entries.get('Subtype'), 'Type0') || font.entries.has('ToUnicode'), where),
      ),
  },
]

/**
 * Checks a document against rules of PDF/UA-1.
 *
 * @returns the rules that do not hold, as `clause title`, with the places
 */
export const checkAccessibility = (bytes: Uint8Array): ReadonlyMap<string, readonly string[]> => {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const structure = readOverview(document)
  if (structure === undefined) return new Map([['7.1 the document has a structure', ['StructTreeRoot']]])
  const stream = document.objects.get(document.catalog, 'Metadata')
  const metadata = isStream(stream) ? Buffer.from(streamBytes(document, stream)).toString('utf8') : ''
  const examined = { document, structure, metadata }
  return new Map(
    accessibilityRules.flatMap(({ clause, title, find }) => {
      const places = find(examined)
      return places.length === 0 ? [] : [[`${clause} ${title}`, places] as const]
    }),
  )
}
