import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { DocumentName } from '../documents/index.ts'
import { openLines } from '../network/lines.ts'
import type { Stage } from '../stage.ts'

export type OtherRelease = Pick<Stage, 'documents' | 'origin' | 'close'>

/**
 * Builds and starts another release with its own code, and lets
 * it make its own documents: calls differ between releases. The
 * lines are of this release, so that both sides have the same.
 *
 * @param folder an installed checkout of the release
 * @throws Error if it does not start
 */
export const openOtherRelease = async (folder: string, names: readonly DocumentName[]): Promise<OtherRelease> => {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-stage.ts'), resolve(folder), ...names], {
    cwd: resolve(folder),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const line = once(createInterface({ input: holder.stdout }), 'line').then(([text]) => String(text))
  const stage = await Promise.race([line, ended.then(() => undefined)])
  if (stage === undefined) throw new Error(`the release in ${folder} did not start`)
  const { port, documents }: Pick<Stage, 'port' | 'documents'> = JSON.parse(stage)
  const lines = await openLines(port)
  return {
    documents,
    origin: lines.origin,
    close: async () => {
      holder.stdin.end()
      await Promise.all([ended, lines.close()])
    },
  }
}
