import { FORM_FIELDS_MAX } from 'shared/http/form-fields'
import { type IdSource, newFieldId } from '../../../fields/new-field.ts'
import { isSameRect } from '../../../geometry/geometry.ts'
import type { PlacedFormField } from '../form-field.ts'
import { repeatTexts } from './texts.ts'

const LABEL_MAX = 100
const HALF_PAIR = /[\ud800-\udbff]$/
const SUFFIX = / · página \d+$/

/** Of the field that was repeated. */
export const repeatedLabel = (label: string): string => label.replace(SUFFIX, '')

const labelOn = (label: string, page: number): string => {
  const suffix = ` · página ${page}`
  const cut = repeatedLabel(label).slice(0, LABEL_MAX - suffix.length)
  return `${cut.replace(HALF_PAIR, '')}${suffix}`
}

const isTwin = (a: PlacedFormField, b: PlacedFormField): boolean =>
  a.signer === b.signer && a.rule.kind === b.rule.kind && isSameRect(a.rect, b.rect)

export type RepeatedFields =
  | { readonly kind: 'fields'; readonly fields: readonly PlacedFormField[] }
  | { readonly kind: 'problem'; readonly message: string }

export const repeatFormField = (
  field: PlacedFormField,
  pages: readonly number[],
  { all, ids }: { readonly all: readonly PlacedFormField[]; readonly ids: IdSource },
): RepeatedFields => {
  const taken = new Set(all.filter((other) => isTwin(other, field)).map(({ page }) => page))
  const wanted = pages.filter((page) => page !== field.page && !taken.has(page))
  const room = FORM_FIELDS_MAX - all.length
  if (wanted.length > room) return { kind: 'problem', message: repeatTexts.tooMany(room, wanted.length) }
  const copy = (page: number): PlacedFormField => ({
    ...field,
    id: newFieldId(ids),
    page,
    label: labelOn(field.label, page),
    position: null,
    replaces: [],
  })
  return { kind: 'fields', fields: wanted.map(copy) }
}
