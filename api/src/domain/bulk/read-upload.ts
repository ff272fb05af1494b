import type { BulkMapping } from 'shared/contract/bulk'
import { type DecodedFile, decodeFile } from '../../platform/csv/decode-file.ts'
import { type CsvTable, readCsv } from '../../platform/csv/read-csv.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findAccount } from '../accounts/users/find-user.ts'
import { type FoundTemplate, ownTemplate } from '../templates/find-template.ts'
import { formColumnsOf } from '../templates/form-columns.ts'
import { type CheckedRow, checkRows } from './csv/check-rows.ts'
import { checkMapping, type MappedTemplate, missingColumns, proposeMapping } from './csv/map-columns.ts'

export interface BulkUpload {
  readonly userId: number
  readonly templateId: number
  /** Base64. */
  readonly file: string
  /** Chosen columns; proposed ones if undefined. */
  readonly mapping?: BulkMapping | undefined
}

export interface ReadUpload extends Pick<MappedTemplate, 'formColumns'> {
  readonly found: FoundTemplate
  readonly csv: CsvTable
  readonly encoding: DecodedFile['encoding']
  readonly mapping: BulkMapping
  /** Columns without a choice. If there are any, `rows` is empty. */
  readonly missing: readonly string[]
  readonly rows: readonly CheckedRow[]
}

/** Reads and checks the file; preview and job both call it, so they cannot disagree. */
export const readBulkUpload = async (
  { db }: Pick<ApiServices, 'db'>,
  { userId, templateId, file, mapping: chosen }: BulkUpload,
): Promise<ReadUpload> => {
  const found = await ownTemplate(db, userId, templateId)
  const { roles, form_fields: formFields } = found.description
  const guests = roles.filter(({ is_owner }) => !is_owner)
  const mapped = { roles: guests, formColumns: formColumnsOf(found.description) }
  const { text, encoding } = decodeFile(Buffer.from(file, 'base64'))
  const csv = readCsv(text)
  const mapping = chosen === undefined ? proposeMapping(csv, mapped) : checkMapping(csv, mapped, chosen)
  const missing = missingColumns(guests, mapping)
  const { email } = await findAccount(db, userId)
  const owner = { email, signs: roles.some(({ is_owner }) => is_owner) }
  const rules = { csv, mapping, roles: guests, formFields, templateName: found.template.name, owner }
  const rows = missing.length === 0 ? checkRows(rules) : []
  return { found, formColumns: mapped.formColumns, csv, encoding, mapping, missing, rows }
}
