import type { UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { NAME_MAX, SAME_NAME_MAX } from './constants.ts'
import { isNamed } from './file-name.ts'

/**
 * The session's documents of exactly this name, whatever its case, newest first. The server looks among all of them,
 * and also answers names that differ in an accent: those are others.
 *
 * @throws HttpError, or AbortError when `signal` was aborted
 */
export const findByName = async (
  name: string,
  signal: AbortSignal,
  find: typeof filesApi.find = filesApi.find,
): Promise<readonly UserFile[]> => {
  const { documents } = await find({ name: name.trim().slice(0, NAME_MAX), limit: String(SAME_NAME_MAX) }, signal)
  return documents.filter((file) => isNamed(file, name))
}
