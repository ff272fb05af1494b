import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everything } from 'pdf/testing/node'
import { scaled } from 'shared/testing/limits'
import { seeded } from '../seeded.ts'
import type { PlannedCut } from './cut-plan.ts'
import { examineBackups, examineRestore } from './examine-copies.ts'
import { examineCut, noCutFigures } from './examine-cut.ts'
import { whyNotRecorded } from './record-calls.ts'
import { type RecordedCopies, recordCopies } from './record-copies.ts'
import { type RecordedWork, recordWork } from './record-work.ts'
import { runCuts } from './run-cuts.ts'
import { type MissingSync, withoutSyncs } from './without-syncs.ts'

jest.setTimeout(scaled(300_000))

const CUTS = everything ? 25 : 6

const why = whyNotRecorded()
const testRecorded = (title: string, run: () => Promise<void>): void => {
  if (why === undefined) test(title, run)
  else test.skip(`${title} (skipped: ${why})`, run)
}

testRecorded('a power cut at any point takes nothing that was answered, and leaves nothing half', async () => {
  const seed = Number(process.env.TRAZO_FAULTS_SEED ?? Date.now() % 2 ** 31)
  process.stderr.write(`cutting the power with TRAZO_FAULTS_SEED=${seed}\n`)
  const { figures, violations } = await runCuts({
    cuts: CUTS,
    seed,
    lanes: 2,
    documents: 2,
    writeLine: () => undefined,
  })
  expect(violations).toEqual([])
  expect(figures.cuts).toBe(CUTS)
  expect(figures.backups).toBeGreaterThan(0)
  expect(figures.restores).toBeGreaterThan(0)
})

describe('a deliberate bug is found by one cut', () => {
  let folder: string
  let work: RecordedWork
  let copies: RecordedCopies

  beforeAll(async () => {
    if (why !== undefined) return
    folder = await mkdtemp(join(tmpdir(), 'trazo-cuts-'))
    work = await recordWork(folder, 1, seeded(1))
    copies = await recordCopies(folder, work.history)
  })
  afterAll(async () => {
    if (why === undefined) await rm(folder, { recursive: true })
  })

  /** After the last answer, before the end: a clean end stores the log of the database. */
  const cut = (): PlannedCut => {
    const end = work.history.events.findLast((event) => event.kind === 'sync')?.start ?? 0
    const ended = work.history.events.findLast((event) => event.kind === 'unname' && event.entry.name.endsWith('-wal'))
    return { kind: 'nothing', where: 'random', position: Math.min(end, (ended?.start ?? end) - 200) }
  }
  const examineServer = (missing: MissingSync) => {
    const broken = { ...work, history: withoutSyncs(work.history, missing) }
    return examineCut({ work: broken, cut: cut(), random: seeded(1), finishes: false, figures: noCutFigures() })
  }
  const ended = (): PlannedCut => ({ kind: 'nothing', where: 'after', position: Infinity })

  testRecorded('documents whose bytes are not synced', async () => {
    await expect(examineServer('documents')).rejects.toThrow('does not begin with what was uploaded')
  })
  testRecorded('folders that are not synced', async () => {
    await expect(examineServer('folders')).rejects.toThrow('revision 1 has no file')
  })
  testRecorded('commits that are answered before they are stored', async () => {
    await expect(examineServer('commits')).rejects.toThrow(/was sent and is not in the outbox/)
  })
  testRecorded('no bug is found where there is none', async () => {
    const figures = noCutFigures()
    await examineCut({ work, cut: cut(), random: seeded(1), finishes: true, figures })
    expect(figures).toMatchObject({ cuts: 1, finished: 1, documents: 1 })
  })
  testRecorded('a back-up whose folders are not synced', async () => {
    const broken = { ...copies, backups: withoutSyncs(copies.backups, 'folders') }
    const options = {
      work,
      copies: broken,
      cut: ended(),
      random: seeded(1),
      folder: await mkdtemp(join(folder, 'cut-')),
    }
    await expect(examineBackups(options)).rejects.toThrow('was complete, and is refused')
  })
  testRecorded('a restore that does not sync the database', async () => {
    const broken = { ...copies, restore: withoutSyncs(copies.restore, 'database') }
    const options = { work, copies: broken, cut: ended(), random: seeded(1), folder }
    await expect(examineRestore(options)).rejects.toThrow('answered 401')
  })
})
