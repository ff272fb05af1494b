import { MAX_LENGTHS } from 'shared/contract'
import type { BulkMapping, BulkProblem } from 'shared/contract/bulk'
import {
  type RoleKind,
  type TemplateFormField,
  type TemplatePerson,
  type TemplateRole,
  type UseTemplate,
  UseTemplateSchema,
} from 'shared/contract/templates'
import * as v from 'valibot'
import type { CsvRow, CsvTable } from '../../../platform/csv/read-csv.ts'
import { isOneMailbox } from '../../../platform/mail/header-text.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'
import { misplacedPeople, type RoleOwner } from '../../templates/assign-people.ts'
import { readFormCell } from '../../templates/form-columns.ts'
import type { PrefilledValues } from '../../templates/prefill-forms.ts'
import { columnLabels } from './map-columns.ts'

/**
 * Request of one row, stored as JSON until it is sent, fails or is cancelled. The personal message comes from the
 * template.
 */
export interface BulkRequest extends Pick<UseTemplate, 'name' | 'people'> {
  /** Of each chosen column, also for empty cells: `change-bulk-job.ts` learns the columns from one row. */
  readonly form_values: PrefilledValues
}

export interface CheckedRow {
  /** Of the spreadsheet, not an index. */
  readonly number: number
  readonly request: BulkRequest
  readonly problems: readonly BulkProblem[]
}

/** Everything that a row is checked against. */
export interface RowRules {
  readonly csv: CsvTable
  readonly mapping: BulkMapping
  readonly roles: readonly TemplateRole[]
  /** All of the template: a mapping names them by index. */
  readonly formFields: readonly TemplateFormField[]
  readonly templateName: string
  /** One of a template alone, in the order of a set. */
  readonly casts: readonly DocumentCast[]
}

/** People of one document. */
export interface DocumentCast {
  readonly owner: RoleOwner
  /** What a role does there, by its index in `RowRules.roles`. */
  readonly kinds: ReadonlyMap<number, RoleKind>
}

type Report = (column: number | null, message: string) => void

/** Line ends count: a name with one would break headers of mails. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

const cellOf = ({ cells }: CsvRow, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '').trim()

const { name: DocumentName, people: People } = UseTemplateSchema.entries
const Person = People.item.entries

interface TextRule {
  readonly max: number
  /** Of the call that sends the row. */
  readonly schema: v.GenericSchema<string | undefined, unknown>
}

const textProblem = (text: string, { max, schema }: TextRule): string | undefined => {
  if (CONTROL.test(text)) return 'Tiene saltos de línea o caracteres de control. Quítalos.'
  if (text.length > max) return `Usa como máximo ${max} caracteres.`
  return v.safeParse(schema, text).issues?.[0].message
}

const checkText = (text: string, column: number | null, rule: TextRule, report: Report): void => {
  const problem = textProblem(text, rule)
  if (problem !== undefined) report(column, problem)
}

const checkPerson = (
  person: TemplatePerson,
  columns: BulkMapping['people'][number],
  role: TemplateRole,
  report: Report,
): void => {
  const { name, email, certificate_identification: certificate } = person
  if (name === '') report(columns.name, `Falta el nombre de «${role.name}».`)
  else checkText(name, columns.name, { max: MAX_LENGTHS.signerName, schema: Person.name }, report)
  if (email === '') report(columns.email, `Falta el email de «${role.name}».`)
  else if (CONTROL.test(email) || email.length > MAX_LENGTHS.email)
    checkText(email, columns.email, { max: MAX_LENGTHS.email, schema: Person.email }, report)
  else if (!isOneMailbox(email) || !v.is(Person.email, email))
    report(columns.email, `El email de «${role.name}» no es válido.`)
  if (!role.asks_certificate) return
  if (certificate === undefined)
    report(columns.certificate_identification, `Falta la ${columnLabels.certificate_identification} de «${role.name}».`)
  else
    checkText(
      certificate,
      columns.certificate_identification,
      { max: 100, schema: Person.certificate_identification },
      report,
    )
}

/** The rules of `assignPeople`, reported before anything is sent. */
const checkPersons = ({ people }: Pick<BulkRequest, 'people'>, { mapping, casts }: RowRules, report: Report): void => {
  const told = new Set<string>()
  for (const { owner, kinds } of casts) {
    const here = people.flatMap(({ name, email }, index) => {
      const kind = kinds.get(index)
      return kind === undefined ? [] : [{ name, email, kind, index }]
    })
    for (const { index, problem } of misplacedPeople(here, owner)) {
      const place = here[index]?.index ?? index
      if (told.has(`${place} ${problem}`)) continue
      told.add(`${place} ${problem}`)
      report(mapping.people[place]?.email ?? null, problem)
    }
  }
}

/** More problems of one row do not help, and 200 columns of 10,000 rows would fill the memory. */
const FORM_PROBLEMS_MAX = 10

const readFormValues = (row: CsvRow, { mapping, formFields }: RowRules, report: Report): PrefilledValues => {
  let wrong = 0
  return mapping.form_fields.flatMap(({ field, column }) => {
    const described = formFields[field]
    if (column === null || described === undefined) return []
    const read = readFormCell(described, cellOf(row, column))
    if ('value' in read) return [[field, read.value]]
    wrong += 1
    if (wrong <= FORM_PROBLEMS_MAX) report(column, read.problem)
    if (wrong === FORM_PROBLEMS_MAX + 1) report(null, 'Tiene más campos con errores. Corrige los anteriores primero.')
    return []
  })
}

const rowRequest = (row: CsvRow, { mapping, roles, templateName }: RowRules): Pick<BulkRequest, 'name' | 'people'> => {
  const people = mapping.people.map((columns, index) => {
    const certificate = roles[index]?.asks_certificate ? cellOf(row, columns.certificate_identification) : ''
    return {
      role: columns.role,
      name: cellOf(row, columns.name),
      email: cellOf(row, columns.email),
      ...(certificate === '' ? {} : { certificate_identification: certificate }),
    }
  })
  const own = cellOf(row, mapping.document_name)
  const first = people.find((_, index) => roles[index]?.kind === 'firma')
  const proposed = first === undefined ? templateName : `${templateName} · ${first.name}`
  return { name: own === '' ? proposed.slice(0, MAX_LENGTHS.search) : own, people }
}

/** The same people, document name and values are one row twice, also if the spreadsheet means it. */
const duplicateKey = ({ name, people, form_values }: BulkRequest): string =>
  JSON.stringify([name, people.map((person) => [person.name, emailKey(person.email)]), form_values])

const checkRow = (row: CsvRow, rules: RowRules, firsts: Map<string, number>): CheckedRow => {
  const { csv, mapping, roles } = rules
  const problems: BulkProblem[] = []
  const report: Report = (column, message) => {
    problems.push({ row: row.number, column: column === null ? null : (csv.columns[column] ?? null), message })
  }
  const stated = rowRequest(row, rules)
  if (row.cells.length > csv.columns.length) report(null, 'Tiene más celdas que columnas hay en los títulos.')
  if (mapping.document_name !== null)
    checkText(stated.name, mapping.document_name, { max: MAX_LENGTHS.search, schema: DocumentName }, report)
  for (const [index, role] of roles.entries()) {
    const [person, columns] = [stated.people[index], mapping.people[index]]
    if (person !== undefined && columns !== undefined) checkPerson(person, columns, role, report)
  }
  checkPersons(stated, rules, report)
  const request = { ...stated, form_values: readFormValues(row, rules, report) }
  const key = duplicateKey(request)
  const first = firsts.get(key)
  if (first !== undefined) report(null, `Repite la fila ${first}.`)
  else firsts.set(key, row.number)
  return { number: row.number, request, problems }
}

/**
 * Finds all problems of all rows, in the file's order. A message never repeats a value: problems are shown, stored and
 * exported.
 */
export const checkRows = (rules: RowRules): CheckedRow[] => {
  const firsts = new Map<string, number>()
  return rules.csv.rows.map((row) => checkRow(row, rules, firsts))
}
