import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey } from '../../fields/same-signer.ts'
import { formatPeopleNames } from '../../format.ts'
import type { PlacedFormField } from '../form-fields/form-field.ts'
import type { SignerMark, SignerMarks } from '../signer-marks/signer-marks.ts'

/** Who signs or fills in something on each page, in the order of the panel. */
export const signersOnPages = (
  marks: SignerMarks,
  fields: readonly PlacedField[],
  forms: readonly PlacedFormField[],
): ReadonlyMap<number, readonly SignerMark[]> => {
  const pages = new Map<number, Set<string>>()
  const add = (page: number, key: string) => pages.set(page, (pages.get(page) ?? new Set()).add(key))
  for (const field of fields) add(field.page, fieldSignerKey(field))
  for (const { page, signer } of forms) add(page, signer)
  return new Map([...pages].map(([page, keys]) => [page, [...marks.values()].filter(({ key }) => keys.has(key))]))
}

export const pageInWords = (page: number, signers: readonly Pick<SignerMark, 'name'>[]): string =>
  signers.length === 0 ? `Página ${page}` : `Página ${page}: ${formatPeopleNames(signers.map(({ name }) => name))}`

/** So many marks fit next to a page; the rest is a number. */
const MARKS_SHOWN = 4

export const shownMarks = <T>(signers: readonly T[]): { readonly shown: readonly T[]; readonly more: number } => {
  // '+1' would take the room of the one mark.
  if (signers.length <= MARKS_SHOWN) return { shown: signers, more: 0 }
  return { shown: signers.slice(0, MARKS_SHOWN - 1), more: signers.length - MARKS_SHOWN + 1 }
}
