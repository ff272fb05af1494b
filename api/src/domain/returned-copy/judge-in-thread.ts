import { readFile } from 'node:fs/promises'
import { type JudgedCopy, judgeCopy } from './judge-copy.ts'
import type { CopyJudging } from './judging-task.ts'

export const judgeCopyInThread = async ({ path, asked }: CopyJudging): Promise<JudgedCopy> =>
  judgeCopy(new Uint8Array(await readFile(path)), asked)
