import type { PlaceKind } from 'pdf/places'
import type { FormFieldKind } from 'shared/contract/form-fields'
import { newIds } from '../fields/new-ids.ts'
import { newFormField, type PlacedFormField } from '../form-fields/form-field.ts'
import type { PlaceOnPage } from './found-on-page.ts'
import { placeKindNames } from './place-texts.ts'

const formKinds: Readonly<Record<Exclude<PlaceKind, 'signature'>, FormFieldKind>> = {
  initials: 'initials',
  name: 'text',
  identification: 'text',
  date: 'date',
  text: 'text',
}

/** The contract's limit of a name is 100. */
const LABEL_MAX = 80

const cleanLabel = ({ label, kind }: PlaceOnPage): string => {
  const shown = label
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, LABEL_MAX)
  const [first = ''] = shown
  return shown === '' ? placeKindNames[kind] : first.toUpperCase() + shown.slice(first.length)
}

const freeLabel = (wanted: string, taken: readonly PlacedFormField[]): string => {
  const labels = new Set(taken.map(({ label }) => label))
  const numbered = taken.map((_, index) => `${wanted} ${index + 2}`)
  return labels.has(wanted) ? (numbered.find((label) => !labels.has(label)) ?? wanted) : wanted
}

/**
 * The field to fill of a place.
 * @param signer key of the person who fills it
 * @param taken fields of the document; a repeated name gets a number
 */
export const formFieldOf = (
  place: PlaceOnPage & { readonly kind: Exclude<PlaceKind, 'signature'> },
  signer: string,
  taken: readonly PlacedFormField[],
): PlacedFormField => {
  const { kind, page, rect, source, required } = place
  const made = newFormField({ kind: formKinds[kind], signer, page, rect }, taken, newIds)
  return {
    ...made,
    label: freeLabel(cleanLabel(place), taken),
    // A tag says whether it is required; a line is, like a field placed by hand.
    required: source === 'tag' ? required : made.required,
  }
}
