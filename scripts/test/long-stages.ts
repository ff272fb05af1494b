import { existsSync } from 'node:fs'
import { inWorkspace } from '../workspace.ts'
import { failedStage, nothing } from './report.ts'
import { runNode } from './run-command.ts'
import type { Stage } from './run-stages.ts'

/** Runs per fuzzed property, and number of kills. */
const FUZZ_RUNS = 1_000
const KILLS = 200

/** Its folders are copies of the system's. */
const canFollowOperations = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version')

const long = (id: string, title: string, args: readonly string[], isPossible = () => true): Stage => ({
  id,
  title,
  needs: ['journeys'],
  slots: 2,
  async run() {
    if (!isPossible()) return { ...nothing, skipped: 1 }
    const code = await runNode(args, { cwd: inWorkspace() })
    return code === 0 ? { ...nothing, passed: 1 } : failedStage(title, `Repetir: node ${args.join(' ')}`)
  },
})

export const longStages = (seed: string): Stage[] => [
  long('fuzz', 'Pruebas con datos al azar, forma larga', ['api/test/attack/fuzz.ts', String(FUZZ_RUNS), seed]),
  long('faults', 'Muertes de procesos, forma larga', ['api/test/faults/main.ts', String(KILLS), seed]),
  long('operations', 'Instalar, respaldar y restaurar', ['scripts/operations/main.ts'], canFollowOperations),
]
