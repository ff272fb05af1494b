import {
  applyTagsCall,
  archiveFilesCall,
  deleteTagCall,
  listTagsCall,
  renameTagCall,
} from '../../contract/documents/tags.ts'
import type { BodyOf } from '../../contract/index.ts'
import { request } from '../request.ts'

export { type AccountTag, parseTagName, TAG_NAME_MAX_LENGTH, tagKey } from '../../contract/documents/tags.ts'

const bearer = 'session'

export const tagsApi = {
  list: (signal?: AbortSignal) => request(listTagsCall, { bearer, ...(signal && { signal }) }),
  apply: (body: BodyOf<typeof applyTagsCall>) => request(applyTagsCall, { bearer, body }),
  rename: (id: number, name: string) => request(renameTagCall, { bearer, params: { id }, body: { name } }),
  delete: (id: number) => request(deleteTagCall, { bearer, params: { id } }),
  archive: (documents: readonly number[], archived: boolean) =>
    request(archiveFilesCall, { bearer, body: { documents: [...documents], archived } }),
}
