import { BULK_PROBLEMS_SHOWN, BULK_SAMPLE_ROWS, type BulkPreview } from 'shared/contract/bulk'
import { formValueText } from 'shared/contract/form-fields'
import type { ApiServices } from '../../platform/services.ts'
import type { PrefilledValues } from '../templates/prefill-forms.ts'
import { versionOfMembers } from '../templates/template-set.ts'
import { type BulkUpload, type ReadUpload, readBulkUpload } from './read-upload.ts'

/** As the PDF would show them. */
const sampleValues = ({ description, formColumns }: ReadUpload, values: PrefilledValues) =>
  values.flatMap(([field, value]) => {
    const described = description.form_fields[field]
    const title = formColumns.find((column) => column.field === field)?.title
    if (value === null || described === undefined || title === undefined) return []
    return [{ title, value: formValueText(described, value) }]
  })

/** Stores nothing. */
export const previewBulk = async (services: Pick<ApiServices, 'db'>, upload: BulkUpload): Promise<BulkPreview> => {
  const read = await readBulkUpload(services, upload)
  const { members, formColumns, csv, encoding, mapping, missing, rows } = read
  const ready = rows.filter(({ problems }) => problems.length === 0)
  return {
    encoding,
    separator: csv.separator,
    columns: [...csv.columns],
    mapping,
    missing: [...missing],
    rows: csv.rows.length,
    ready: ready.length,
    problem_rows: rows.length - ready.length,
    ...(members.length > 1 && { documents: ready.length * members.length }),
    problems: rows.flatMap(({ problems }) => problems).slice(0, BULK_PROBLEMS_SHOWN),
    sample: ready.slice(0, BULK_SAMPLE_ROWS).map(({ number, request }) => ({
      row: number,
      name: request.name,
      people: request.people.map(({ role, name, email }) => ({ role, name, email })),
      values: sampleValues(read, request.form_values),
    })),
    form_columns: [...formColumns],
    template_version: versionOfMembers(members),
  }
}
