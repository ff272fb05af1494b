import type {
  ChangeFormField,
  FormField,
  FormFieldKind,
  FormFieldRule,
  ProposedFormField,
} from 'shared/contract/form-fields'
import { type IdSource, newFieldId } from '../../fields/new-field.ts'
import type { FractionRect, Size } from '../../geometry/geometry.ts'

export interface FormFieldSettings {
  readonly signer: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  readonly rule: FormFieldRule
}

export interface PlacedFormField extends FormFieldSettings {
  readonly id: string
  readonly page: number
  readonly rect: FractionRect
  readonly position: number | null
  readonly replaces: readonly string[]
}

export const formFieldKinds = [
  'text',
  'number',
  'date',
  'checkbox',
  'choice',
  'initials',
] as const satisfies FormFieldKind[]

export const kindNames: Readonly<Record<FormFieldKind, string>> = {
  text: 'Texto',
  number: 'Número',
  date: 'Fecha',
  checkbox: 'Casilla',
  choice: 'Lista',
  initials: 'Iniciales',
}

/** In canvas pixels; 24 make a target of WCAG 2.5.8. */
export const newSizes: Readonly<Record<FormFieldKind, Size>> = {
  text: { width: 180, height: 26 },
  number: { width: 110, height: 26 },
  date: { width: 110, height: 26 },
  checkbox: { width: 20, height: 20 },
  choice: { width: 160, height: 26 },
  initials: { width: 70, height: 30 },
}

export const minSizeOf = (kind: FormFieldKind): Size =>
  kind === 'checkbox' ? { width: 12, height: 12 } : { width: 30, height: 14 }

/** Of a new list, until the owner writes some. */
export const sampleOptions: readonly string[] = ['Opción 1', 'Opción 2']

const newRule = (kind: FormFieldKind): FormFieldRule => {
  switch (kind) {
    case 'text':
      return { kind, max_length: 100, multiline: false }
    case 'number':
      return { kind, min: null, max: null, decimals: 2 }
    case 'date':
      return { kind, default_today: true }
    case 'choice':
      return { kind, options: [...sampleOptions] }
    case 'checkbox':
    case 'initials':
      return { kind }
  }
}

export const newLabel = (kind: FormFieldKind, taken: readonly PlacedFormField[]): string => {
  const labels = new Set(taken.map(({ label }) => label))
  const name = kindNames[kind]
  const free = taken.map((_, index) => `${name} ${index + 2}`).find((label) => !labels.has(label))
  return labels.has(name) ? (free ?? name) : name
}

export type FormFieldDraft = Pick<PlacedFormField, 'signer' | 'page' | 'rect'> & { readonly kind: FormFieldKind }

export const newFormField = (
  { kind, ...placed }: FormFieldDraft,
  taken: readonly PlacedFormField[],
  ids: IdSource,
): PlacedFormField => ({
  ...placed,
  id: newFieldId(ids),
  label: newLabel(kind, taken),
  help: '',
  required: kind !== 'checkbox',
  rule: newRule(kind),
  position: null,
  replaces: [],
})

export const fromProposal = (field: ProposedFormField, signer: string, ids: IdSource): PlacedFormField => ({
  ...placedOf(field),
  id: newFieldId(ids),
  signer,
})

export const fromServer = (field: FormField, signer: string): PlacedFormField => ({
  ...placedOf(field),
  id: field.client_id,
  signer,
})

const placedOf = (field: ProposedFormField): Omit<PlacedFormField, 'id' | 'signer'> => ({
  label: field.label,
  help: field.help,
  required: field.required,
  rule: field.rule,
  page: field.page,
  position: field.position,
  replaces: field.replaces,
  rect: { x: field.x_relative, y: field.y_relative, width: field.width_relative, height: field.height_relative },
})

export const bodyOf = (field: PlacedFormField, signatureFieldId: number): ChangeFormField => ({
  signature_field_id: signatureFieldId,
  label: field.label,
  help: field.help,
  required: field.required,
  page: field.page,
  x_relative: field.rect.x,
  y_relative: field.rect.y,
  width_relative: field.rect.width,
  height_relative: field.rect.height,
  position: field.position,
  rule: field.rule,
  replaces: [...field.replaces],
})

export const sortFormFields = (fields: readonly PlacedFormField[]): readonly PlacedFormField[] =>
  fields.toSorted(
    (a, b) =>
      (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER) ||
      a.page - b.page ||
      a.rect.y - b.rect.y ||
      a.rect.x - b.rect.x,
  )
