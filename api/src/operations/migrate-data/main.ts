import 'shared/node'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { systemClock } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { commandAdminLog } from '../../platform/monitoring/admin-log.ts'
import { moveData } from './move-data.ts'
import { MoveError } from './move-error.ts'

const writeLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const temporary = await mkdtemp(join(tmpdir(), 'trazo-traslado-'))
try {
  const files = await moveData({
    environment: parseApiEnvironment(process.env),
    temporary,
    clock: systemClock,
    say: writeLine,
  })
  if (files !== undefined) commandAdminLog().record({ event: 'data-moved', files })
} catch (error) {
  const known = error instanceof MoveError || error instanceof EnvironmentError
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    known ? `${reason}\n` : `El traslado se interrumpió: ${reason}\nEjecútalo de nuevo: sigue donde quedó.\n`,
  )
  process.exitCode = 1
} finally {
  await rm(temporary, { recursive: true })
}
