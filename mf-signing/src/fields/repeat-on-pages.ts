import { isSameRect } from '../geometry/geometry.ts'
import type { PlacedField, TemporaryField } from './field-lifecycle.ts'
import type { FieldToPlace, IdSource } from './new-field.ts'
import { temporaryField } from './new-field.ts'
import { isSameSigner } from './same-signer.ts'

/** Target pages, from 1, inclusive. */
export type PageChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }

const isPage = (page: number, pageCount: number): boolean => Number.isInteger(page) && page >= 1 && page <= pageCount

export const choiceProblem = (choice: PageChoice, pageCount: number): string | undefined => {
  if (choice.kind === 'all') return undefined
  if (!isPage(choice.from, pageCount) || !isPage(choice.to, pageCount)) return `Escribe páginas del 1 al ${pageCount}.`
  return choice.from > choice.to ? 'La primera página va antes que la última.' : undefined
}

const isTwin = (a: PlacedField, b: PlacedField): boolean => isSameSigner(a, b) && isSameRect(a.rect, b.rect)

export const pagesToFill = (
  field: PlacedField,
  choice: PageChoice,
  { pageCount, fields }: { readonly pageCount: number; readonly fields: readonly PlacedField[] },
): readonly number[] => {
  const [from, to] = choice.kind === 'all' ? [1, pageCount] : [choice.from, choice.to]
  const taken = new Set(fields.filter((other) => isTwin(other, field)).map(({ page }) => page))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter(
    (page) => page !== field.page && !taken.has(page),
  )
}

export const repeatField = (
  { type, label, signerName, signerEmail, rect }: TemporaryField,
  pages: readonly number[],
  ids: IdSource,
): readonly TemporaryField[] => {
  const field: Omit<FieldToPlace, 'page'> = { type, label, signerName, signerEmail, rect }
  return pages.map((page) => temporaryField({ ...field, page }, ids))
}
