import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runServer } from '../../src/app/run-server.ts'
import type { Fault } from '../../src/platform/fault.ts'

/*
 * Reads a file `fault`: `kill <point>` exits once;
 * `fail <point>` throws while the file exists.
 */
const file = join(process.env.DATA_DIR ?? '.', 'fault')

const armed = (): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

const fault: Fault = (point) => {
  const order = armed()
  if (order === `kill ${point}`) {
    rmSync(file)
    process.kill(process.pid, 'SIGKILL')
  }
  if (order === `fail ${point}`) throw new Error(`made to fail at ${point}`)
}

await runServer(process.env, fault)
