import { BULK_PROBLEMS_SHOWN, BULK_SAMPLE_ROWS, type BulkPreview } from 'shared/contract/bulk'
import type { ApiServices } from '../../platform/services.ts'
import { type BulkUpload, readBulkUpload } from './read-upload.ts'

/** Stores nothing. */
export const previewBulk = async (services: Pick<ApiServices, 'db'>, upload: BulkUpload): Promise<BulkPreview> => {
  const { found, csv, encoding, mapping, missing, rows } = await readBulkUpload(services, upload)
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
    problems: rows.flatMap(({ problems }) => problems).slice(0, BULK_PROBLEMS_SHOWN),
    sample: ready.slice(0, BULK_SAMPLE_ROWS).map(({ number, request }) => ({
      row: number,
      name: request.name,
      people: request.people.map(({ role, name, email }) => ({ role, name, email })),
    })),
    template_version: found.template.version,
  }
}
