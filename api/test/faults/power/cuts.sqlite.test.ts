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
import { cutInstallation, type RecordedInstallation, recordInstallation } from './run-cuts.ts'
import { type MissingSync, withoutSyncs } from './without-syncs.ts'

jest.setTimeout(scaled(300_000))

const CUTS = everything ? 25 : 6
const DOCUMENTS = everything ? 3 : 1
const SEED = Number(process.env.TRAZO_FAULTS_SEED ?? Date.now() % 2 ** 31)

const why = whyNotRecorded()
const testRecorded = (title: string, run: () => Promise<void>): void => {
  if (why === undefined) test(title, run)
  else test.skip(`${title} (skipped: ${why})`, run)
}

let installation: RecordedInstallation

beforeAll(async () => {
  if (why !== undefined) return
  const folder = await mkdtemp(join(tmpdir(), 'trazo-cuts-'))
  installation = await recordInstallation(folder, DOCUMENTS, seeded(SEED))
})
afterAll(async () => {
  if (why === undefined) await rm(installation.folder, { recursive: true })
})

testRecorded('a power cut at any point takes nothing that was answered, and leaves nothing half', async () => {
  process.stderr.write(`cutting the power with TRAZO_FAULTS_SEED=${SEED}\n`)
  const options = { cuts: CUTS, seed: SEED, lanes: 2, writeLine: () => undefined }
  const { figures, violations } = await cutInstallation(installation, options)
  expect(violations).toEqual([])
  expect(figures.cuts).toBe(CUTS)
  expect(figures.backups).toBeGreaterThan(0)
  expect(figures.restores).toBeGreaterThan(0)
})

describe('a deliberate bug is found by one cut', () => {
  /** After the last answer, before the end: a clean end stores the log of the database. */
  const cut = (): PlannedCut => {
    const { work } = installation
    const end = work.history.events.findLast((event) => event.kind === 'sync')?.start ?? 0
    const ended = work.history.events.findLast((event) => event.kind === 'unname' && event.entry.name.endsWith('-wal'))
    return { kind: 'nothing', where: 'random', position: Math.min(end, (ended?.start ?? end) - 200) }
  }
  const examineServer = (missing: MissingSync) => {
    const { work } = installation
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
  testRecorded('commits that are answered and never stored', async () => {
    await expect(examineServer('commits')).rejects.toThrow(/was answered, and is gone|is not in the outbox/)
  })
  testRecorded('no bug is found where there is none', async () => {
    const figures = noCutFigures()
    const { work } = installation
    await examineCut({ work, cut: cut(), random: seeded(1), finishes: true, figures })
    expect(figures).toMatchObject({ cuts: 1, finished: 1, documents: DOCUMENTS })
  })
  testRecorded('a back-up whose folders are not synced', async () => {
    const { folder, work, copies } = installation
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
    const { folder, work, copies } = installation
    const broken = { ...copies, restore: withoutSyncs(copies.restore, 'database') }
    const options = { work, copies: broken, cut: ended(), random: seeded(1), folder }
    await expect(examineRestore(options)).rejects.toThrow('answered 401')
  })
})
