import { repeatTexts } from './texts.ts'

export type ChosenPages =
  | { readonly kind: 'pages'; readonly pages: readonly number[] }
  | { readonly kind: 'problem'; readonly message: string }

const problem = (message: string): ChosenPages => ({ kind: 'problem', message })

const PART = /^(\d{1,6})(?:\s*(?:[-–—]|a)\s*(\d{1,6}))?$/u

const span = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const parseRange = (part: string, pageCount: number): ChosenPages => {
  const [, first, last = first] = PART.exec(part) ?? []
  if (first === undefined) return problem(repeatTexts.unreadable(part))
  const [from, to] = [Number(first), Number(last)]
  if (from < 1 || Math.max(from, to) > pageCount) return problem(repeatTexts.outside(part, pageCount))
  return from > to ? problem(repeatTexts.reversed(part)) : { kind: 'pages', pages: span(from, to) }
}

export const parsePages = (text: string, pageCount: number): ChosenPages => {
  const parts = text
    .split(/[,;\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) return problem(repeatTexts.empty)
  const pages = new Set<number>()
  for (const part of parts) {
    const read = parseRange(part, pageCount)
    if (read.kind === 'problem') return read
    for (const page of read.pages) pages.add(page)
  }
  return { kind: 'pages', pages: [...pages].toSorted((a, b) => a - b) }
}
