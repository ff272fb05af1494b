import type { ViewedDocument } from '../engine/pdf-engine.ts'
import type { PageCount } from './find.ts'
import { readingOrder } from './find.ts'
import { foldPageText, offsetsOf } from './fold-text.ts'

const PAGES_PER_REPORT = 16

/** Cache: the next keystroke searches in memory. */
const textCache = new WeakMap<ViewedDocument, Map<number, string>>()

const foldedText = async (document: ViewedDocument, page: number): Promise<string> => {
  const texts = textCache.get(document) ?? new Map<number, string>()
  textCache.set(document, texts)
  const text = texts.get(page) ?? foldPageText(await document.text(page)).text
  texts.set(page, text)
  return text
}

const countOn = async (document: ViewedDocument, page: number, query: string): Promise<PageCount> => {
  try {
    return { page, count: offsetsOf(await foldedText(document, page), query).length }
  } catch {
    return { page, count: undefined }
  }
}

export interface PageSearch {
  readonly document: ViewedDocument
  /** Folded, not empty. */
  readonly query: string
  readonly from: number
  readonly signal: AbortSignal
  readonly report: (pages: readonly PageCount[]) => void
}

/** Never loads the whole document. */
export const searchPages = async ({ document, query, from, signal, report }: PageSearch): Promise<void> => {
  let pages: PageCount[] = []
  let found = false
  for (const page of readingOrder(from, document.pageCount)) {
    const counted = await countOn(document, page, query)
    if (signal.aborted) return
    pages.push(counted)
    const isFirst: boolean = !found && (counted.count ?? 0) > 0
    if (!isFirst && pages.length < PAGES_PER_REPORT) continue
    found ||= isFirst
    report(pages)
    pages = []
  }
  report(pages)
}
