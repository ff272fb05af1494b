import { hasHiddenText, withoutHiddenCharacters } from '../values/visible-name.ts'
import { FORM_DRAWING_MAX, type FormFieldRule, INITIALS_MAX } from './form-rules.ts'

type Value = string | boolean

interface Described {
  readonly label: string
  readonly required: boolean
  readonly rule: FormFieldRule
}

interface Placed {
  readonly position: number | null
  readonly page: number
  readonly y_relative: number
  readonly x_relative: number
}

const DRAWING = 'data:image/png;base64,'
/** With a decimal point or comma, without separators of thousands. */
const NUMBER = /^-?\d{1,13}(?:[.,](\d{1,6}))?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Initials are a text or a drawing (PNG). */
export const isDrawing = (value: Value): boolean => typeof value === 'string' && value.startsWith(DRAWING)

/** Hidden characters alone are empty, so they cannot satisfy a required field. An unchecked box is empty. */
export const isEmptyValue = (value: Value | undefined): boolean =>
  value === undefined || value === false || (typeof value === 'string' && withoutHiddenCharacters(value).trim() === '')

const lengthOf = (text: string): number => [...text].length

const isDay = (text: string): boolean => {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  const time = new Date(`${text}T00:00:00Z`)
  return (
    Number(year) >= 1900 &&
    !Number.isNaN(time.getTime()) &&
    time.getUTCMonth() + 1 === Number(month) &&
    time.getUTCDate() === Number(day)
  )
}

type Checks = {
  readonly [Kind in FormFieldRule['kind']]: (
    rule: Extract<FormFieldRule, { kind: Kind }>,
    value: Value,
  ) => string | undefined
}

const isText = (value: Value): value is string => typeof value === 'string'

const textProblem = (text: string, max: number, hidden: string): string | undefined => {
  if (lengthOf(text) > max) return `admite hasta ${max} caracteres y tiene ${lengthOf(text)}.`
  return hasHiddenText(hidden)
    ? 'tiene caracteres que no se ven. Hay que escribirlo de nuevo con el teclado.'
    : undefined
}

const shown = (value: number): string => String(value).replace('.', ',')

const numberProblem = ({ min, max, decimals }: Extract<FormFieldRule, { kind: 'number' }>, text: string) => {
  const match = NUMBER.exec(text.trim())
  if (match === null) return 'debe ser un número, por ejemplo 1250 o 12,5.'
  if ((match[1] ?? '').length > decimals)
    return decimals === 0 ? 'debe ser un número sin decimales.' : `admite hasta ${decimals} decimales.`
  const value = Number(text.trim().replace(',', '.'))
  if (min !== null && value < min) return `debe ser ${shown(min)} o más.`
  return max !== null && value > max ? `debe ser ${shown(max)} o menos.` : undefined
}

const checks: Checks = {
  text: ({ max_length, multiline }, value) =>
    isText(value)
      ? textProblem(value, max_length, multiline ? value.replace(/[\r\n\t]/g, ' ') : value)
      : 'debe ser un texto.',
  number: (rule, value) => (isText(value) ? numberProblem(rule, value) : 'debe ser un número.'),
  date: (_, value) => (isText(value) && isDay(value) ? undefined : 'debe ser una fecha que exista.'),
  checkbox: (_, value) => (isText(value) ? 'debe estar marcado o sin marcar.' : undefined),
  choice: ({ options }, value) =>
    isText(value) && options.includes(value) ? undefined : 'debe ser una de las opciones.',
  initials: (_, value) => {
    if (!isText(value)) return 'debe tener iniciales.'
    if (!isDrawing(value)) return textProblem(value, INITIALS_MAX, value)
    return value.length > FORM_DRAWING_MAX ? 'tiene un dibujo demasiado grande. Hay que dibujarlo de nuevo.' : undefined
  },
}

const check = (rule: FormFieldRule, value: Value): string | undefined => {
  switch (rule.kind) {
    case 'text':
      return checks.text(rule, value)
    case 'number':
      return checks.number(rule, value)
    case 'choice':
      return checks.choice(rule, value)
    case 'date':
      return checks.date(rule, value)
    case 'checkbox':
      return checks.checkbox(rule, value)
    case 'initials':
      return checks.initials(rule, value)
  }
}

/**
 * Checks a value by its field's rule, in page and server alike.
 *
 * @returns a sentence in Spanish, undefined for a valid value
 */
export const formValueProblem = (
  { label, required, rule }: Described,
  value: Value | undefined,
): string | undefined => {
  if (value === undefined || isEmptyValue(value)) {
    if (!required) return undefined
    return rule.kind === 'checkbox' ? `Falta marcar «${label}».` : `Falta llenar «${label}».`
  }
  const problem = check(rule, value)
  return problem === undefined ? undefined : `«${label}» ${problem}`
}

/** The value as PDF, log and certificate show it. */
export const formValueText = ({ rule }: Pick<Described, 'rule'>, value: Value): string => {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (rule.kind === 'number') return value.trim().replace('.', ',')
  if (rule.kind === 'date') return value.replace(DATE, '$3/$2/$1')
  return isDrawing(value) ? 'iniciales dibujadas' : value.trim().replace(/\r\n/g, '\n')
}

/** By the owner's positions; fields without one follow by page, then from top to bottom and left to right. */
export const inReadingOrder = <Field extends Placed>(fields: readonly Field[]): Field[] => {
  const keys = ({ position, page, y_relative, x_relative }: Placed) => [
    position ?? Number.MAX_SAFE_INTEGER,
    page,
    y_relative,
    x_relative,
  ]
  return fields.toSorted((a, b) => {
    const [left, right] = [keys(a), keys(b)]
    const at = left.findIndex((value, index) => value !== right[index])
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
  })
}

/**
 * Text of which page and server make the same hash: a signer approves values by it. In any order of the fields; an
 * emptied value is a value.
 */
export const formValuesText = (values: readonly { readonly form_field_id: number; readonly value: Value }[]): string =>
  JSON.stringify(values.map(({ form_field_id: id, value }) => [id, value] as const).toSorted(([a], [b]) => a - b))
