import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { demand } from '../violation.ts'
import type { DiskHistory } from './disk-event.ts'
import { diskAfterCut, KEEPS_ALL } from './disk-state.ts'
import { RECORDED_VARIABLES, readRecorded, recording, traceEnded } from './record-calls.ts'
import { demandState } from './write-state.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface CommandEnd {
  readonly code: number
  readonly output: string
}

/** @param variables all that it gets, apart from those for the recording */
export const runCommand = (command: readonly string[], variables: Variables): Promise<CommandEnd> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command
    execFile(program, args, { env: { ...variables, ...RECORDED_VARIABLES } }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null)
      resolve({ code, output: `${stdout}${stderr}` })
    })
  })

/** @param root must not exist */
export const recordCommand = async (
  root: string,
  command: readonly string[],
  variables: Variables,
): Promise<DiskHistory> => {
  await mkdir(root)
  const trace = `${root}.trace`
  const { code, output } = await runCommand([...recording(trace), ...command], variables)
  demand(code === 0, `the recorded command ended with ${code}: ${output}`)
  await traceEnded(trace)
  const { history } = await readRecorded(trace, root)
  await demandState(root, diskAfterCut(history, Infinity, KEEPS_ALL))
  return history
}

/** For `sh -c`. @param command without apostrophes */
export const quoteCommand = (command: readonly string[]): string => command.map((part) => `'${part}'`).join(' ')
