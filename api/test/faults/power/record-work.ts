import { join } from 'node:path'
import { pause } from '../calls.ts'
import { allSent } from '../examine-mails.ts'
import type { AcceptedMail } from '../mail-sink.ts'
import { drawScenario, nothingAcknowledged, runScenario, type Scenario } from '../scenario.ts'
import type { Seeded } from '../seeded.ts'
import { openServerUnderTest, type ServerUnderTest } from '../server-under-test.ts'
import { register } from '../steps.ts'
import type { DiskHistory } from './disk-event.ts'
import { diskAfterCut, KEEPS_ALL } from './disk-state.ts'
import { RECORDED_VARIABLES, readRecorded, recording, traceEnded } from './record-calls.ts'
import { playSet, type SetAnswer } from './record-set.ts'
import { type TimedAnswers, timeAnswers } from './timed-answers.ts'
import { demandState } from './write-state.ts'

export interface RecordedWork {
  readonly history: DiskHistory
  /** Of each line of the trace, in milliseconds of the wall clock. */
  readonly times: readonly number[]
  readonly answers: readonly TimedAnswers[]
  readonly mails: readonly AcceptedMail[]
  readonly sets: readonly SetAnswer[]
}

const playAll = async (target: ServerUnderTest, documents: number, random: Seeded): Promise<TimedAnswers[]> => {
  const answers: TimedAnswers[] = []
  const play = async (scenario: Scenario, number: number): Promise<void> => {
    const owner = await register(target, `olga-${number}`)
    const timed = timeAnswers(nothingAcknowledged(number, owner))
    answers.push(timed)
    await runScenario(target, timed.acknowledged, scenario, random.fork())
  }
  await Promise.all(Array.from({ length: documents }, (_, index) => play(drawScenario(random), index + 1)))
  return answers
}

/** Runs documents from the upload to the seal, a job of sendings, and a clean end, in an installation that is new. */
export const recordWork = async (folder: string, documents: number, random: Seeded): Promise<RecordedWork> => {
  const trace = join(folder, 'trace')
  const target = await openServerUnderTest({ through: recording(trace), variables: RECORDED_VARIABLES })
  try {
    const server = await target.start()
    target.admitCalls(server)
    const [answers, sets] = await Promise.all([playAll(target, documents, random), playSet(target)])
    const db = await target.home.openDb()
    while (!(await allSent(db))) await pause()
    await db.destroy()
    await server.stop()
    await traceEnded(trace)
    const recorded = await readRecorded(trace, target.home.dataDir)
    await demandState(target.home.dataDir, diskAfterCut(recorded.history, Infinity, KEEPS_ALL))
    return { ...recorded, answers, sets, mails: [...target.sink.accepted] }
  } finally {
    await target.close()
  }
}
