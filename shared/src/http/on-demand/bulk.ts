import {
  type BulkMapping,
  bulkResultCall,
  changeBulkJobCall,
  createBulkJobCall,
  listBulkJobsCall,
  previewBulkCall,
} from '../../contract/documents/bulk.ts'
import type { BodyOf } from '../../contract/index.ts'
import { openStream, readBlob } from '../open-stream.ts'
import { request } from '../request.ts'

export { BULK_FILE_MAX, type BulkJob, type BulkMapping, type BulkPreview } from '../../contract/documents/bulk.ts'

const bearer = 'session'

export const bulkApi = {
  preview: (templateId: number, file: string, mapping?: BulkMapping) =>
    request(previewBulkCall, { bearer, params: { id: templateId }, body: { file, ...(mapping && { mapping }) } }),
  create: (templateId: number, body: BodyOf<typeof createBulkJobCall>) =>
    request(createBulkJobCall, { bearer, params: { id: templateId }, body }),
  list: (signal?: AbortSignal) => request(listBulkJobsCall, { bearer, ...(signal && { signal }) }),
  change: (id: number, action: 'pause' | 'resume' | 'cancel') =>
    request(changeBulkJobCall, { bearer, params: { id }, body: { action } }),
  result: async (id: number): Promise<Blob> =>
    readBlob(await openStream(bulkResultCall, { bearer, params: { id }, accept: 'text/csv' })),
}
