import { inflateSync } from 'node:zlib'
import {
  concatBytes,
  decodeTextString,
  dictAtKey,
  isArray,
  isDict,
  isInteger,
  isNameOf,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfStream,
  type TreePage,
} from '../../../syntax/index.ts'
import { readContent } from './read-content.ts'
import type { StructureElement, StructureOverview } from './read-structure.ts'

/** A document that rules look at. */
export interface ExaminedDocument {
  readonly document: PdfDocument
  readonly structure: StructureOverview
  /** Metadata stream (XMP). */
  readonly metadata: string
}

export const foundUnless = (holds: boolean, where: string): string[] => (holds ? [] : [where])

export const textEntry = ({ objects }: PdfDocument, dict: PdfDict, key: string): string => {
  const value = objects.get(dict, key)
  return isString(value) ? decodeTextString(value.bytes) : ''
}

export const streamBytes = ({ objects }: PdfDocument, { dict, data }: PdfStream): Uint8Array =>
  isNameOf(objects.get(dict, 'Filter'), 'FlateDecode') ? new Uint8Array(inflateSync(data)) : data

const contentOf = (document: PdfDocument, page: TreePage): Uint8Array => {
  const contents = document.objects.get(page.dict, 'Contents')
  const parts = isArray(contents) ? contents.items : [contents]
  const streams = parts.map((part) => document.objects.resolve(part)).filter(isStream)
  return concatBytes(streams.flatMap((stream) => [streamBytes(document, stream), Uint8Array.of(0x0a)]))
}

export const pageContent = (document: PdfDocument, page: TreePage) => {
  const resources = dictAtKey(document.objects, page.dict, 'Resources')
  return readContent(contentOf(document, page), resources && dictAtKey(document.objects, resources, 'Properties'))
}

const elementAt = ({ elements }: StructureOverview, entry: PdfObject | undefined): StructureElement | undefined =>
  isRef(entry) ? elements.find(({ num }) => num === entry.num) : undefined

export const pageName = (page: TreePage): string => `page ${page.pageNumber}`

/** Content with an element that the parent tree names, and that names it. */
export const unlinkedContent = ({ document, structure }: ExaminedDocument): string[] =>
  document.pages().flatMap((page) => {
    const key = document.objects.get(page.dict, 'StructParents')
    const parents = isInteger(key) ? document.objects.resolve(structure.parents.get(key)) : null
    return pageContent(document, page).ids.flatMap((id) => {
      const element = elementAt(structure, isArray(parents) ? parents.items[id] : undefined)
      return foundUnless(element?.contents.includes(`${page.ref?.num}:${id}`) === true, `${pageName(page)}, MCID ${id}`)
    })
  })

interface PageAnnotation {
  readonly page: TreePage
  readonly num: number | undefined
  readonly dict: PdfDict
  readonly isWidget: boolean
}

const HIDDEN = 2

/** Not hidden, and with an area: others are exempt (7.18.1). */
export const seenAnnotations = ({ document }: ExaminedDocument): PageAnnotation[] =>
  document.pages().flatMap((page) => {
    const list = document.objects.get(page.dict, 'Annots')
    return (isArray(list) ? list.items : []).flatMap((item) => {
      const dict = document.objects.resolve(item)
      if (!isDict(dict) || isNameOf(document.objects.get(dict, 'Subtype'), 'Popup')) return []
      const [flags, rect] = [document.objects.get(dict, 'F'), document.objects.get(dict, 'Rect')]
      const isHidden = typeof flags === 'number' && (flags & HIDDEN) !== 0
      const isEmpty = isArray(rect) && rect.items.every((value) => value === 0)
      if (isHidden || isEmpty) return []
      const isWidget = isNameOf(document.objects.get(dict, 'Subtype'), 'Widget')
      return [{ page, num: isRef(item) ? item.num : undefined, dict, isWidget }]
    })
  })

export const annotationName = ({ page, num }: PageAnnotation): string => `${pageName(page)}, annotation ${num}`

/** The element that the parent tree and the OBJR agree on. */
export const annotationElement = (
  { document, structure }: ExaminedDocument,
  { dict, num }: PageAnnotation,
): StructureElement | undefined => {
  const key = document.objects.get(dict, 'StructParent')
  const element = isInteger(key) ? elementAt(structure, structure.parents.get(key)) : undefined
  return num !== undefined && element?.objects.includes(num) === true ? element : undefined
}

export const annotationText = ({ document }: ExaminedDocument, { dict, isWidget }: PageAnnotation): string => {
  for (let node: PdfObject = dict; isDict(node); node = document.objects.get(node, 'Parent')) {
    const text = textEntry(document, node, isWidget ? 'TU' : 'Contents')
    if (text !== '') return text
  }
  return ''
}

export const isEmbeddedFont = ({ objects }: PdfDocument, font: PdfDict): boolean => {
  if (isNameOf(objects.get(font, 'Subtype'), 'Type3')) return true
  const list = objects.get(font, 'DescendantFonts')
  const descendant = isArray(list) ? objects.resolve(list.items[0]) : font
  const descriptor = isDict(descendant) ? dictAtKey(objects, descendant, 'FontDescriptor') : undefined
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.entries.has(key) === true)
}

interface UsedFont {
  readonly where: string
  readonly font: PdfDict
}

const fontsIn = (document: PdfDocument, where: string, content: Uint8Array, resources: PdfDict | undefined) => {
  const { fonts, painted } = readContent(content)
  const inside = (category: string, names: ReadonlySet<string>): PdfObject[] => {
    const named = resources && dictAtKey(document.objects, resources, category)
    return [...names].map((name) => (named === undefined ? null : document.objects.get(named, name)))
  }
  const used: UsedFont[] = inside('Font', fonts).flatMap((font) => (isDict(font) ? [{ where, font }] : []))
  for (const form of inside('XObject', painted))
    if (isStream(form) && isNameOf(document.objects.get(form.dict, 'Subtype'), 'Form'))
      used.push(...fontsOfForm(document, where, form))
  return used
}

const fontsOfForm = (document: PdfDocument, where: string, form: PdfStream): UsedFont[] =>
  fontsIn(document, where, streamBytes(document, form), dictAtKey(document.objects, form.dict, 'Resources'))

const appearanceStreams = ({ objects }: PdfDocument, annotation: PdfDict): PdfStream[] => {
  const looks = dictAtKey(objects, annotation, 'AP')
  const normal = looks === undefined ? null : objects.get(looks, 'N')
  if (isStream(normal)) return [normal]
  return isDict(normal) ? [...normal.entries.values()].map((state) => objects.resolve(state)).filter(isStream) : []
}

export const usedFonts = (examined: ExaminedDocument): UsedFont[] => {
  const { document } = examined
  const onPages = document
    .pages()
    .flatMap((page) =>
      fontsIn(document, pageName(page), contentOf(document, page), dictAtKey(document.objects, page.dict, 'Resources')),
    )
  const inAnnotations = seenAnnotations(examined).flatMap((annotation) =>
    appearanceStreams(document, annotation.dict).flatMap((form) =>
      fontsOfForm(document, annotationName(annotation), form),
    ),
  )
  return [...onPages, ...inAnnotations]
}
