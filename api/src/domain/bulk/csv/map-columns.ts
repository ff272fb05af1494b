import type { BulkMapping } from 'shared/contract/bulk'
import type { TemplateRole } from 'shared/contract/templates'
import { findColumn, plainTitle, titleWords } from '../../../platform/csv/column-titles.ts'
import type { CsvTable } from '../../../platform/csv/read-csv.ts'
import { ApiError, invalidInput } from '../../../platform/http/api-error.ts'

type PersonColumns = BulkMapping['people'][number]
type Datum = Exclude<keyof PersonColumns, 'role'>

const documentWords = ['documento', 'nombre del documento', 'archivo', 'contrato', 'document']

export const columnLabels: Readonly<Record<Datum, string>> = {
  name: 'nombre',
  email: 'email',
  certificate_identification: 'identificación del certificado',
}

const columnNames = (datum: Datum, role: string): string[] =>
  titleWords[datum].flatMap((word) => [
    `${word} de ${role}`,
    `${word} del ${role}`,
    `${word} ${role}`,
    `${role} ${word}`,
  ])

/**
 * Guesses columns from the titles. A column is used once: titles that name a role come before bare ones such as
 * «Email», so that each role of several finds its own.
 *
 * @param roles without the owner's
 */
export const proposeMapping = ({ columns }: CsvTable, roles: readonly TemplateRole[]): BulkMapping => {
  const headers = columns.map(plainTitle)
  const used = new Set<number>()
  const take = (column: number | null): number | null => {
    if (column !== null) used.add(column)
    return column
  }
  const pick = (datum: Datum, role: TemplateRole, own: readonly string[]): number | null =>
    take(findColumn(headers, [...columnNames(datum, plainTitle(role.name)), ...own], used))
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
  return { document_name, people }
}

const checkColumn = (columns: readonly string[], column: number | null, path: string): void => {
  if (column !== null && column >= columns.length)
    throw invalidInput(path, `El archivo no tiene una columna ${column + 1}. Sus columnas son: ${columns.join(', ')}.`)
}

/**
 * @returns the people in the order of the roles, whatever the order of the request
 * @throws ApiError VALIDATION
 */
export const checkMapping = (
  { columns }: CsvTable,
  roles: readonly TemplateRole[],
  mapping: BulkMapping,
): BulkMapping => {
  checkColumn(columns, mapping.document_name, 'mapping.document_name')
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
