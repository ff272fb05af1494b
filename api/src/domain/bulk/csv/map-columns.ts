import type { BulkMapping } from 'shared/contract/bulk'
import type { FormColumn, TemplateRole } from 'shared/contract/templates'
import {
  documentWords,
  findColumn,
  plainTitle,
  titlesOfPerson,
  titleWords,
} from '../../../platform/csv/column-titles.ts'
import type { CsvTable } from '../../../platform/csv/read-csv.ts'
import { ApiError, invalidInput } from '../../../platform/http/api-error.ts'

type PersonColumns = BulkMapping['people'][number]
type Datum = Exclude<keyof PersonColumns, 'role'>

export const columnLabels: Readonly<Record<Datum, string>> = {
  name: 'nombre',
  email: 'email',
  certificate_identification: 'identificación del certificado',
}

/** Columns that a row may fill in. */
export interface MappedTemplate {
  /** Without the owner's. */
  readonly roles: readonly TemplateRole[]
  readonly formColumns: readonly FormColumn[]
}

/**
 * Guesses columns from the titles. A column is used once: titles that name a role come before bare ones such as
 * «Email», so that each role of several finds its own. Titles of form fields are never a person's.
 */
export const proposeMapping = ({ columns }: CsvTable, { roles, formColumns }: MappedTemplate): BulkMapping => {
  const headers = columns.map(plainTitle)
  const used = new Set<number>()
  const take = (column: number | null): number | null => {
    if (column !== null) used.add(column)
    return column
  }
  const pick = (datum: Datum, role: TemplateRole, own: readonly string[]): number | null =>
    take(findColumn(headers, [...titlesOfPerson(datum, plainTitle(role.name)), ...own], used))
  const named = roles.map((role) => ({
    role,
    email: pick('email', role, []),
    name: pick('name', role, [plainTitle(role.name)]),
    certificate: role.asks_certificate ? pick('certificate_identification', role, []) : null,
  }))
  const document_name = take(findColumn(headers, documentWords, used))
  const people = named.map(({ role, email, name, certificate }) => ({
    role: role.id,
    email: email ?? take(findColumn(headers, titleWords.email, used)),
    name: name ?? take(findColumn(headers, titleWords.name, used)),
    certificate_identification: role.asks_certificate
      ? (certificate ?? take(findColumn(headers, titleWords.certificate_identification, used)))
      : null,
  }))
  const form_fields = formColumns.map(({ field, title }) => ({
    field,
    column: take(findColumn(headers, [plainTitle(title)], used)),
  }))
  return { document_name, people, form_fields }
}

const checkColumn = (columns: readonly string[], column: number | null, path: string): void => {
  if (column !== null && column >= columns.length)
    throw invalidInput(path, `El archivo no tiene una columna ${column + 1}. Sus columnas son: ${columns.join(', ')}.`)
}

const checkFormFields = (columns: readonly string[], known: readonly FormColumn[], mapping: BulkMapping): void => {
  const seen = new Set<number>()
  for (const [index, { field, column }] of mapping.form_fields.entries()) {
    const path = `mapping.form_fields.${index}`
    checkColumn(columns, column, `${path}.column`)
    if (seen.has(field)) throw invalidInput(`${path}.field`, 'Este campo ya tiene otra columna.')
    if (known.every((one) => one.field !== field))
      throw invalidInput(
        `${path}.field`,
        'Los campos por llenar de la plantilla cambiaron. Elige las columnas de nuevo.',
      )
    seen.add(field)
  }
}

/**
 * @returns the people in the order of the roles, whatever the order of the request
 * @throws ApiError VALIDATION
 */
export const checkMapping = (
  { columns }: CsvTable,
  { roles, formColumns }: MappedTemplate,
  mapping: BulkMapping,
): BulkMapping => {
  checkColumn(columns, mapping.document_name, 'mapping.document_name')
  checkFormFields(columns, formColumns, mapping)
  const people = roles.map((role) => {
    const index = mapping.people.findIndex((person) => person.role === role.id)
    const person = mapping.people[index]
    if (person === undefined || mapping.people.length !== roles.length)
      throw invalidInput('mapping.people', 'Los roles de la plantilla cambiaron. Elige las columnas de nuevo.')
    for (const datum of ['name', 'email', 'certificate_identification'] as const)
      checkColumn(columns, person[datum], `mapping.people.${index}.${datum}`)
    return person
  })
  return { ...mapping, people }
}

/** @returns texts such as «email de «Comprador»», empty if the mapping is complete */
export const missingColumns = (roles: readonly TemplateRole[], { people }: BulkMapping): string[] =>
  roles.flatMap((role, index) => {
    const person = people[index]
    const needed: readonly Datum[] = role.asks_certificate
      ? ['name', 'email', 'certificate_identification']
      : ['name', 'email']
    return needed.filter((datum) => person?.[datum] == null).map((datum) => `${columnLabels[datum]} de «${role.name}»`)
  })

/**
 * The preview shows missing columns; a job refuses them.
 *
 * @throws ApiError CSV_COLUMNS_MISSING
 */
export const refuseMissing = ({ columns }: CsvTable, missing: readonly string[]): void => {
  if (missing.length === 0) return
  throw new ApiError('CSV_COLUMNS_MISSING', {
    message: `Falta elegir la columna de: ${missing.join(', ')}. El archivo tiene: ${columns.join(', ')}.`,
  })
}
