import { add, failedStage, nothing, type Report } from './report.ts'

export interface Stage {
  readonly id: string
  readonly title: string
  readonly needs: readonly string[]
  /** Out of `SLOTS`. */
  readonly slots: number
  run(): Promise<Report>
}

const SLOTS = 4

interface StageEvents {
  onStart(stage: Stage): void
  onEnd(stage: Stage, report: Report, ms: number): void
}

interface Running {
  readonly stage: Stage
  readonly end: Promise<Stage>
}

/** After a failure no new stage starts. */
export const runStages = async (stages: readonly Stage[], { onStart, onEnd }: StageEvents): Promise<Report> => {
  const waiting = [...stages]
  const running = new Map<string, Running>()
  const done = new Set<string>()
  let total = nothing
  const known = new Set(stages.map(({ id }) => id))
  const isReady = ({ needs }: Stage): boolean => needs.every((id) => done.has(id) || !known.has(id))
  const used = (): number => [...running.values()].reduce((sum, { stage }) => sum + stage.slots, 0)
  const start = (stage: Stage): void => {
    const since = Date.now()
    onStart(stage)
    const end = stage
      .run()
      .catch((error: unknown) => failedStage(stage.title, error instanceof Error ? (error.stack ?? '') : String(error)))
      .then((report) => {
        total = add(total, report)
        onEnd(stage, report, Date.now() - since)
        return stage
      })
    running.set(stage.id, { stage, end })
  }
  const startNext = (): void => {
    for (const stage of [...waiting]) {
      if (total.failed > 0 || !isReady(stage) || used() + stage.slots > SLOTS) continue
      waiting.splice(waiting.indexOf(stage), 1)
      start(stage)
    }
  }
  for (startNext(); running.size > 0; startNext()) {
    const { id } = await Promise.race([...running.values()].map(({ end }) => end))
    running.delete(id)
    done.add(id)
  }
  return total
}
