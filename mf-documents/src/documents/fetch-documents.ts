import { FILES_PAGE_SIZE, type FilesPage, type UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { toFind } from './document-filters.ts'
import type { DocumentsRequest } from './documents-state.ts'

/** Documents per request; below the API's limit. */
const REQUEST_MAX = 4 * FILES_PAGE_SIZE

/** Splits large requests. */
export const fetchDocuments = async (
  request: DocumentsRequest,
  signal: AbortSignal,
  find: typeof filesApi.find = filesApi.find,
): Promise<FilesPage> => {
  const query = toFind(request.query)
  const count = request.kind === 'refresh' ? request.count : FILES_PAGE_SIZE
  const documents: UserFile[] = []
  let cursor = request.kind === 'more' ? request.cursor : null
  let first: FilesPage | undefined
  do {
    const limit = String(Math.min(count - documents.length, REQUEST_MAX))
    const counts = cursor === null ? 'true' : undefined
    const page = await find({ ...query, cursor: cursor ?? undefined, limit, counts }, signal)
    first ??= page
    documents.push(...page.documents)
    cursor = page.next_cursor
  } while (cursor !== null && documents.length < count)
  return { ...first, documents, next_cursor: cursor }
}
