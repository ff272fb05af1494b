import { MAX_LENGTHS, type UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { SAME_NAME_MAX } from '../constants.ts'
import { hasFileName } from './file-name.ts'

/** Ignores case, not accents. Newest first. */
export const findByName = async (
  name: string,
  signal: AbortSignal,
  find: typeof filesApi.find = filesApi.find,
): Promise<readonly UserFile[]> => {
  const { documents } = await find(
    { name: name.trim().slice(0, MAX_LENGTHS.filenameQuery), limit: String(SAME_NAME_MAX) },
    signal,
  )
  return documents.filter((file) => hasFileName(file, name))
}
