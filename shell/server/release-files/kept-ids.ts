import { readdir } from 'node:fs/promises'
import { ReleaseIdSchema } from 'shared/contract'
import * as v from 'valibot'
import { UNFINISHED } from './copy-folder.ts'

/** Empty without the folder. */
export const keptIds = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((id) => v.is(ReleaseIdSchema, id) && !id.endsWith(UNFINISHED))
