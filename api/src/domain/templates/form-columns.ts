import {
  type FormFieldRule,
  type FormValue,
  formValueProblem,
  inReadingOrder,
  isEmptyValue,
} from 'shared/contract/form-fields'
import type { FormColumn, TemplateDescription, TemplateFormField, TemplateRole } from 'shared/contract/templates'
import { documentWords, plainTitle, titlesOfPerson, titleWords } from '../../platform/csv/column-titles.ts'

type Described = Pick<TemplateDescription, 'roles' | 'fields' | 'form_fields'>

/** The signer must do these in person: initials, and the tick of an agreement. */
const isOnlySigners = ({ rule: { kind }, required }: TemplateFormField): boolean =>
  kind === 'initials' || (kind === 'checkbox' && required)

const data = ['name', 'email', 'certificate_identification'] as const

/** Titles that name a person's data or the document, so no form field may have them. */
const peopleTitles = (roles: readonly TemplateRole[]): Set<string> =>
  new Set([
    ...documentWords,
    ...data.flatMap((datum) => titleWords[datum]),
    ...roles.flatMap(({ name }) => {
      const person = plainTitle(name)
      return [person, ...data.flatMap((datum) => titlesOfPerson(datum, person))]
    }),
  ])

interface Taken {
  readonly people: ReadonlySet<string>
  readonly form: ReadonlySet<string>
}

/** @param taken titles of people's data and of other form fields */
const uniqueTitle = (label: string, role: string, isAlone: boolean, taken: Taken): string => {
  const isFree = (title: string): boolean =>
    plainTitle(title) !== '' && !taken.people.has(plainTitle(title)) && !taken.form.has(plainTitle(title))
  if (isAlone && isFree(label)) return label
  const named = plainTitle(label) === '' ? 'Dato' : label
  const ofRole = `${named} de ${role}`
  const base = taken.people.has(plainTitle(ofRole)) ? `${named} (dato de ${role})` : ofRole
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? base : `${base} ${number}`
    if (isFree(title)) return title
  }
}

/** First cell of a sample; no formula of a spreadsheet begins so. */
const PLAIN_START = /^[\p{L}\p{N}]/u

const numberExample = ({ min, max, decimals }: Extract<FormFieldRule, { kind: 'number' }>): string => {
  const wanted = Math.min(Math.max(1000, min ?? 0), max ?? Number.POSITIVE_INFINITY)
  return wanted < 0 ? '' : String(Number(wanted.toFixed(decimals))).replace('.', ',')
}

const exampleOf = (rule: FormFieldRule): string => {
  switch (rule.kind) {
    case 'text':
      return 'Texto de ejemplo'.slice(0, rule.max_length).trim()
    case 'number':
      return numberExample(rule)
    case 'date':
      return '31/12/2026'
    case 'choice':
      return rule.options.find((option) => PLAIN_START.test(option)) ?? ''
    case 'checkbox':
      return 'Sí'
    case 'initials':
      return ''
  }
}

/** As spreadsheets in Spanish write a day; other texts are left to the field's rule. */
const LOCAL_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

const toIsoDay = (text: string): string => {
  const [, day = '', month = '', year = ''] = LOCAL_DAY.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const TICKED = ['si', 'x', 'verdadero', 'true', 'yes', '1']
const UNTICKED = ['no', 'falso', 'false', '0']

/** Of a list in a message. */
const OPTIONS_SHOWN = 8

const advice = (rule: FormFieldRule): string => {
  if (rule.kind === 'date') return ' Escríbela así: 31/12/2026.'
  if (rule.kind !== 'choice') return ''
  const shown = rule.options.slice(0, OPTIONS_SHOWN).map((option) => `«${option}»`)
  const more = rule.options.length > OPTIONS_SHOWN ? ` y ${rule.options.length - OPTIONS_SHOWN} más` : ''
  return ` Escríbela igual: ${shown.join(', ')}${more}.`
}

/** `value` is null for an empty cell. */
export type ReadFormCell = { readonly value: FormValue['value'] | null } | { readonly problem: string }

const readTick = (text: string): ReadFormCell => {
  const plain = plainTitle(text)
  if (TICKED.includes(plain)) return { value: true }
  return UNTICKED.includes(plain) ? { value: false } : { problem: 'Debe decir «Sí» o «No».' }
}

/** Problems of rows name the column. */
const withoutLabel = (problem: string, label: string): string => {
  const rest = problem.replace(`«${label}» `, '')
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`
}

/**
 * Reads a cell by the rule that the signer's page and the signature check. Problems never repeat the cell.
 *
 * @param text without surrounding spaces; an empty one leaves the field to its signer
 */
export const readFormCell = (
  { label, rule }: Pick<TemplateFormField, 'label' | 'rule'>,
  text: string,
): ReadFormCell => {
  if (text === '') return { value: null }
  if (rule.kind === 'checkbox') return readTick(text)
  const value = rule.kind === 'date' ? toIsoDay(text) : text
  if (isEmptyValue(value)) return { value: null }
  const problem = formValueProblem({ label, rule, required: false }, value)
  return problem === undefined ? { value } : { problem: `${withoutLabel(problem, label)}${advice(rule)}` }
}

/**
 * Columns that a CSV may have for the form fields, in reading order. A label is a title unless several fields or a
 * person's data have it; then the role is added, and a number if that does not suffice.
 */
export const formColumnsOf = ({ roles, fields, form_fields }: Described): FormColumn[] => {
  const placed = form_fields.map((field, index) => ({ ...field, index, x_relative: field.x, y_relative: field.y }))
  const fillable = inReadingOrder(placed).filter((field) => !isOnlySigners(field))
  const taken = { people: peopleTitles(roles), form: new Set<string>() }
  const sharing = Map.groupBy(fillable, ({ label }) => plainTitle(label))
  return fillable.flatMap((field) => {
    const { index, label, signature, rule } = field
    const role = roles.find(({ id }) => id === fields[signature]?.role)
    if (role === undefined) return []
    const title = uniqueTitle(label, role.name, sharing.get(plainTitle(label))?.length === 1, taken)
    taken.form.add(plainTitle(title))
    const example = exampleOf(rule)
    return [{ field: index, title, role: role.id, example: 'value' in readFormCell(field, example) ? example : '' }]
  })
}
