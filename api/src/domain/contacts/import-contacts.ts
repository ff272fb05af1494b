import { MAX_LENGTHS, type ReplyOf } from 'shared/contract'
import { CONTACTS_IMPORTED_MAX, ContactPersonSchema, type importContactsCall } from 'shared/contract/signing-order'
import * as v from 'valibot'
import { findPersonColumns } from '../../platform/csv/column-titles.ts'
import { decodeFile } from '../../platform/csv/decode-file.ts'
import { type CsvRow, type CsvTable, readCsv } from '../../platform/csv/read-csv.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { type ContactPerson, rememberContact } from './remember-contact.ts'

type Imported = ReplyOf<typeof importContactsCall>

/** Rows of a preview that are shown as they would be saved. */
const SAMPLE_ROWS = 5

interface PeopleTable {
  readonly name: number
  readonly email: number
  readonly rows: readonly CsvRow[]
}

const looksLikeName = (cell: string): boolean => v.is(ContactPersonSchema.entries.name, cell)
const looksLikeEmail = (cell: string): boolean => v.is(ContactPersonSchema.entries.email, cell)

/** A first row with an address has no titles: it is the first person. */
const withoutTitles = ({ columns, rows }: CsvTable): PeopleTable | undefined => {
  const email = columns.findIndex(looksLikeEmail)
  const name = columns.findIndex((cell, index) => index !== email && looksLikeName(cell))
  return email < 0 || name < 0 ? undefined : { name, email, rows: [{ number: 1, cells: columns }, ...rows] }
}

const peopleOf = (csv: CsvTable): PeopleTable => {
  const { name, email } = findPersonColumns(csv)
  if (name !== null && email !== null) return { name, email, rows: csv.rows }
  const untitled = withoutTitles(csv)
  if (untitled) return untitled
  const missing = name === null ? (email === null ? '«Nombre» ni «Email»' : '«Nombre»') : '«Email»'
  throw new ApiError('CSV_COLUMNS_MISSING', {
    message: `El archivo no tiene una columna ${missing}. Tiene: ${csv.columns.join(', ')}. Cambia el título e intenta de nuevo.`,
  })
}

const tooLong = (text: string, max: number): string | undefined =>
  text.length > max ? `usa como máximo ${max} caracteres.` : undefined

const problemOf = (person: ContactPerson): string | undefined => {
  if (person.name === '') return 'Falta el nombre.'
  if (person.email === '') return 'Falta el email.'
  const long = tooLong(person.name, MAX_LENGTHS.signerName)
  if (long) return `En el nombre ${long}`
  const longEmail = tooLong(person.email, MAX_LENGTHS.email)
  if (longEmail) return `En el email ${longEmail}`
  const checked = v.safeParse(ContactPersonSchema, person)
  if (!checked.success) return checked.issues[0].message
  return isOneMailbox(person.email) ? undefined : 'El email no es válido'
}

interface CheckedPeople {
  readonly people: readonly { readonly row: number; readonly person: ContactPerson }[]
  readonly problems: Imported['problems']
}

const checkPeople = ({ name, email, rows }: PeopleTable): CheckedPeople => {
  const people = new Map<string, { readonly row: number; readonly person: ContactPerson }>()
  const problems: Imported['problems'] = []
  for (const { number: row, cells } of rows) {
    const person = { name: (cells[name] ?? '').trim(), email: (cells[email] ?? '').trim() }
    const earlier = people.get(emailKey(person.email))
    const message = problemOf(person) ?? (earlier && `Repite el email de la fila ${earlier.row}.`)
    if (message !== undefined) problems.push({ row, message })
    else people.set(emailKey(person.email), { row, person: v.parse(ContactPersonSchema, person) })
  }
  return { people: [...people.values()], problems }
}

/**
 * Saves all rows without a problem in one transaction. The first row comes first in the list. A preview reads the same
 * bytes with the same code and saves nothing.
 *
 * @throws ApiError CSV_UNREADABLE, CSV_COLUMNS_MISSING, CSV_ROWS_EXCEEDED
 */
export const importContacts = async (
  db: ApiDatabase,
  userId: number,
  { file, preview }: { readonly file: Uint8Array; readonly preview: boolean },
  now: number,
): Promise<Imported> => {
  const table = peopleOf(readCsv(decodeFile(file).text))
  if (table.rows.length > CONTACTS_IMPORTED_MAX)
    throw new ApiError('CSV_ROWS_EXCEEDED', {
      message: `El archivo tiene más de ${CONTACTS_IMPORTED_MAX} filas. Divídelo en varios.`,
    })
  const { people, problems } = checkPeople(table)
  if (!preview)
    await db.transaction().execute(async (transaction) => {
      for (const { person } of people.toReversed()) await rememberContact(transaction, userId, person, now)
    })
  const sample = people.slice(0, SAMPLE_ROWS).map(({ row, person }) => ({ row, ...person }))
  return { saved: preview ? 0 : people.length, ready: people.length, sample, problems }
}
