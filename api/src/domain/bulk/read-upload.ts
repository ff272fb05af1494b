import type { BulkMapping } from 'shared/contract/bulk'
import type { TemplateRole } from 'shared/contract/templates'
import { type DecodedFile, decodeFile } from '../../platform/csv/decode-file.ts'
import { type CsvTable, readCsv } from '../../platform/csv/read-csv.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findAccount } from '../accounts/users/find-user.ts'
import { formColumnsOf } from '../templates/form-columns.ts'
import {
  type MergedDescription,
  mergedDescription,
  mergeRoles,
  ownMembers,
  type TemplateMembers,
} from '../templates/template-set.ts'
import { type CheckedRow, checkRows, type DocumentCast } from './csv/check-rows.ts'
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
  /** All that a row makes. */
  readonly members: TemplateMembers
  /** Of the whole set; a mapping and rows name its roles and form fields. */
  readonly description: MergedDescription
  readonly csv: CsvTable
  readonly encoding: DecodedFile['encoding']
  readonly mapping: BulkMapping
  /** Columns without a choice. If there are any, `rows` is empty. */
  readonly missing: readonly string[]
  readonly rows: readonly CheckedRow[]
}

/** Who is in each document: a person has one role of a kind in each, not in the set. */
const castsOf = (members: TemplateMembers, guests: readonly TemplateRole[], email: string): DocumentCast[] => {
  const { idsOf } = mergeRoles(members.map(({ description }) => description))
  return members.map(({ description: { roles } }, position) => ({
    owner: { email, signs: roles.some(({ is_owner }) => is_owner) },
    kinds: new Map(
      roles.flatMap(({ id, kind, is_owner }) => {
        const index = guests.findIndex((guest) => guest.id === idsOf[position]?.get(id))
        return is_owner || index < 0 ? [] : [[index, kind] as const]
      }),
    ),
  }))
}

/** Reads and checks the file; preview and job both call it, so they cannot disagree. */
export const readBulkUpload = async (
  { db }: Pick<ApiServices, 'db'>,
  { userId, templateId, file, mapping: chosen }: BulkUpload,
): Promise<ReadUpload> => {
  const members = await ownMembers(db, userId, templateId)
  const description = mergedDescription(members)
  const guests = description.roles.filter(({ is_owner }) => !is_owner)
  const mapped = { roles: guests, formColumns: formColumnsOf(description) }
  const { text, encoding } = decodeFile(Buffer.from(file, 'base64'))
  const csv = readCsv(text)
  const mapping = chosen === undefined ? proposeMapping(csv, mapped) : checkMapping(csv, mapped, chosen)
  const missing = missingColumns(guests, mapping)
  const { email } = await findAccount(db, userId)
  const casts = castsOf(members, guests, email)
  const templateName = members[0].template.name
  const rules = { csv, mapping, roles: guests, formFields: description.form_fields, templateName, casts }
  const rows = missing.length === 0 ? checkRows(rules) : []
  return { members, description, formColumns: mapped.formColumns, csv, encoding, mapping, missing, rows }
}
