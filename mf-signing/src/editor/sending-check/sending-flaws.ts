import type { FormFieldKind } from 'shared/contract/form-fields'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { type FieldOverlap, overlapsOf } from '../../fields/overlaps.ts'
import { kindNames, type PlacedFormField, sampleOptions, sortFormFields } from '../form-fields/form-field.ts'
import { repeatedLabel } from '../form-fields/repeating/repeat-form-field.ts'
import type { SigningParty } from '../signers/signers.ts'
import { withoutField } from '../signers/signers.ts'

export type AnyField = PlacedField | PlacedFormField

/**
 * None of them forbids sending: the server takes these fields, the
 * specification has other conditions, and each may be meant. A contract
 * can speak of «Opción 1» and «Opción 2».
 */
export type SendingFlaw =
  | { readonly kind: 'without-field'; readonly signer: SigningParty }
  | { readonly kind: 'orphan'; readonly field: PlacedFormField }
  | {
      readonly kind: 'unfinished'
      readonly field: PlacedFormField
      readonly lacks: 'name' | 'options' | 'both'
      /** On other pages, with the same lack. */
      readonly copies: number
    }
  | { readonly kind: 'overlap'; readonly overlap: FieldOverlap<AnyField> }

export interface SendingFacts {
  readonly fields: readonly PlacedField[]
  readonly forms: readonly PlacedFormField[]
  readonly signers: readonly SigningParty[]
  /** The owner has answered «Dejar así». */
  readonly isAccepted: (overlap: FieldOverlap) => boolean
}

export const isFormField = (field: AnyField): field is PlacedFormField => 'rule' in field

/** «Fecha» and «Iniciales» say what to fill in; these say only how. */
const saysNothing: ReadonlySet<FormFieldKind> = new Set(['text', 'number', 'checkbox', 'choice'])

const isUnnamed = ({ label, rule: { kind } }: PlacedFormField): boolean => {
  const [name = '', number = '0'] = repeatedLabel(label)
    .trim()
    .split(/ (?=\d+$)/)
  return name === '' || (saysNothing.has(kind) && name === kindNames[kind] && Number.isInteger(Number(number)))
}

const hasSampleOptions = ({ rule }: PlacedFormField): boolean =>
  rule.kind === 'choice' && rule.options.some((option) => sampleOptions.includes(option))

export type UnfinishedFlaw = Extract<SendingFlaw, { kind: 'unfinished' }>

const lackOf = (field: PlacedFormField): UnfinishedFlaw['lacks'] | undefined => {
  const unnamed = isUnnamed(field)
  if (hasSampleOptions(field)) return unnamed ? 'both' : 'options'
  return unnamed ? 'name' : undefined
}

/** A field and its copies are finished one way: once is enough to say so. */
const unfinishedOf = (forms: readonly PlacedFormField[]): readonly UnfinishedFlaw[] => {
  const found = new Map<string, UnfinishedFlaw>()
  for (const field of forms) {
    const lacks = lackOf(field)
    if (!lacks) continue
    const key = JSON.stringify([repeatedLabel(field.label), field.signer, lacks])
    const first = found.get(key)
    found.set(key, first ? { ...first, copies: first.copies + 1 } : { kind: 'unfinished', field, lacks, copies: 0 })
  }
  return [...found.values()]
}

const isAnswered = ({ below, above, page }: FieldOverlap<AnyField>, { isAccepted }: SendingFacts): boolean =>
  !isFormField(below) && !isFormField(above) && isAccepted({ page, below, above })

export const sendingFlaws = (facts: SendingFacts): readonly SendingFlaw[] => {
  const { fields, forms, signers } = facts
  return [
    ...withoutField(signers).map((signer): SendingFlaw => ({ kind: 'without-field', signer })),
    ...forms
      .filter(({ signer }) => signers.every(({ key }) => key !== signer))
      .map((field): SendingFlaw => ({ kind: 'orphan', field })),
    ...unfinishedOf(sortFormFields(forms)),
    ...overlapsOf<AnyField>([...fields, ...forms])
      .filter((overlap) => !isAnswered(overlap, facts))
      .map((overlap): SendingFlaw => ({ kind: 'overlap', overlap })),
  ]
}
