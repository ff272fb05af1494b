import { PDFDateString } from 'pdfjs-dist'
import type { CommentedAnnotation } from './pdfjs-internals.ts'

export const commentDate = ({ modificationDate, creationDate }: CommentedAnnotation): Date | undefined => {
  const date = modificationDate ?? creationDate
  if (date instanceof Date) return date
  return date ? (PDFDateString.toDateObject(date) ?? undefined) : undefined
}
