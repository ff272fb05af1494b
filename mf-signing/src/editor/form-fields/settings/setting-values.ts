import type { FormFieldKind, FormFieldRule } from 'shared/contract/form-fields'
import { FORM_TEXT_MAX } from 'shared/http/form-fields'
import type { FormFieldSettings, PlacedFormField } from '../form-field.ts'

export interface SettingValues {
  signer: string
  label: string
  help: string
  required: boolean
  maxLength: string
  multiline: boolean
  min: string
  max: string
  decimals: string
  defaultToday: boolean
  options: string
}

export type SettingProblems = Partial<Record<keyof SettingValues, string>>

const OPTIONS_MAX = 50
const OPTION_MAX = 100
const LABEL_MAX = 100
const HELP_MAX = 300
const DECIMALS_MAX = 6
const MAGNITUDE_MAX = 1e12

const shown = (limit: number | null): string => (limit === null ? '' : String(limit).replace('.', ','))

export const settingValuesOf = ({ signer, label, help, required, rule }: PlacedFormField): SettingValues => ({
  signer,
  label,
  help,
  required,
  maxLength: String(rule.kind === 'text' ? rule.max_length : 100),
  multiline: rule.kind === 'text' && rule.multiline,
  min: rule.kind === 'number' ? shown(rule.min) : '',
  max: rule.kind === 'number' ? shown(rule.max) : '',
  decimals: String(rule.kind === 'number' ? rule.decimals : 2),
  defaultToday: rule.kind === 'date' && rule.default_today,
  options: rule.kind === 'choice' ? rule.options.join('\n') : '',
})

const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

const optionsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((option) => option.trim())
    .filter((option) => option !== '')

const isWhole = (text: string, min: number, max: number): boolean => {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max
}

const isLimit = (limit: number | null): boolean =>
  limit === null || (Number.isFinite(limit) && Math.abs(limit) <= MAGNITUDE_MAX)

const numberProblems = ({ min, max, decimals }: SettingValues): SettingProblems => {
  const [low, high] = [limitOf(min), limitOf(max)]
  const notNumber = 'Escribe un número, por ejemplo 1250 o 12,5.'
  if (!isLimit(low)) return { min: notNumber }
  if (!isLimit(high)) return { max: notNumber }
  if (low !== null && high !== null && low > high) return { max: 'El máximo es menor que el mínimo.' }
  return isWhole(decimals, 0, DECIMALS_MAX) ? {} : { decimals: `Escribe un número del 0 al ${DECIMALS_MAX}.` }
}

const choiceProblems = ({ options }: SettingValues): SettingProblems => {
  const list = optionsOf(options)
  if (list.length < 2) return { options: 'Escribe al menos 2 opciones, una por línea.' }
  if (list.length > OPTIONS_MAX) return { options: `Se admiten hasta ${OPTIONS_MAX} opciones y hay ${list.length}.` }
  const long = list.find((option) => option.length > OPTION_MAX)
  if (long)
    return { options: `Una opción admite hasta ${OPTION_MAX} caracteres: «${long.slice(0, 20)}…» es más larga.` }
  const twice = list.find((option, index) => list.indexOf(option) !== index)
  return twice ? { options: `«${twice}» está dos veces.` } : {}
}

const ruleProblems = (kind: FormFieldKind, values: SettingValues): SettingProblems => {
  if (kind === 'number') return numberProblems(values)
  if (kind === 'choice') return choiceProblems(values)
  if (kind === 'text' && !isWhole(values.maxLength, 1, FORM_TEXT_MAX))
    return { maxLength: `Escribe un número del 1 al ${FORM_TEXT_MAX}.` }
  return {}
}

export const settingProblems = (kind: FormFieldKind, values: SettingValues): SettingProblems => {
  const { label, help, signer } = values
  return {
    ...(signer === '' ? { signer: 'Elige quién lo llena.' } : {}),
    ...(label.trim() === '' ? { label: 'Escribe el nombre del campo.' } : {}),
    ...(label.trim().length > LABEL_MAX ? { label: `El nombre admite hasta ${LABEL_MAX} caracteres.` } : {}),
    ...(help.trim().length > HELP_MAX ? { help: `La ayuda admite hasta ${HELP_MAX} caracteres.` } : {}),
    ...ruleProblems(kind, values),
  }
}

const ruleOf = (kind: FormFieldKind, values: SettingValues): FormFieldRule => {
  switch (kind) {
    case 'text':
      return { kind, max_length: Number(values.maxLength), multiline: values.multiline }
    case 'number':
      return { kind, min: limitOf(values.min), max: limitOf(values.max), decimals: Number(values.decimals) }
    case 'date':
      return { kind, default_today: values.defaultToday }
    case 'choice':
      return { kind, options: optionsOf(values.options) }
    case 'checkbox':
    case 'initials':
      return { kind }
  }
}

export const settingsOf = (kind: FormFieldKind, values: SettingValues): FormFieldSettings => ({
  signer: values.signer,
  label: values.label.trim(),
  help: values.help.trim(),
  required: values.required,
  rule: ruleOf(kind, values),
})
