import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPrefixFinder } from '../../../src/operations/backup/find-prefixes.ts'
import { neededBlobs } from '../../../src/operations/backup/needed-blobs.ts'
import type { ApiDatabase } from '../../../src/platform/database/open-database.ts'
import { withPrefixes } from '../../../src/platform/storage/prefixed-blobs.ts'
import { readOnlyBlobs } from '../../../src/platform/storage/read-only-blobs.ts'
import type { ChildServer } from '../../support/child-server.ts'
import type { Acknowledged } from '../acknowledged.ts'
import { examineAnswers } from '../examine-answers.ts'
import { examineMails, type InHand, noteInHand } from '../examine-mails.ts'
import { examineRecords } from '../examine-records.ts'
import { examineServed } from '../examine-signatures.ts'
import { withRecords } from '../kill-servers.ts'
import type { AcceptedMail } from '../mail-sink.ts'
import type { Seeded } from '../seeded.ts'
import { openServerUnderTest, type ServerUnderTest } from '../server-under-test.ts'
import { demand } from '../violation.ts'
import { choiceOf } from './cut-choices.ts'
import type { PlannedCut } from './cut-plan.ts'
import { diskAfterCut } from './disk-state.ts'
import { examineSetAnswers, examineSets } from './examine-set.ts'
import { finishWork } from './finish-work.ts'
import type { SetAnswer } from './record-set.ts'
import type { RecordedWork } from './record-work.ts'
import { CLOCK_STEP } from './timed-answers.ts'
import { writeState } from './write-state.ts'

export interface CutFigures {
  cuts: number
  readonly where: Record<PlannedCut['where'], number>
  finished: number
  /** Answered before the cuts, and so looked for after them. */
  documents: number
  signatures: number
  completed: number
  /** Cuts of back-ups and of restores. */
  backups: number
  restores: number
}

export const noCutFigures = (): CutFigures => ({
  cuts: 0,
  where: { before: 0, inside: 0, after: 0, random: 0 },
  finished: 0,
  documents: 0,
  signatures: 0,
  completed: 0,
  backups: 0,
  restores: 0,
})

/** A mail that came as the power went may have come before or after: it may come again. */
const mailsBefore = (mails: readonly AcceptedMail[], time: number): { accepted: AcceptedMail[]; inHand: InHand } => {
  const accepted = mails.filter((mail) => mail.time <= time + CLOCK_STEP)
  const inDoubt = accepted.filter((mail) => mail.time > time - CLOCK_STEP)
  return { accepted, inHand: new Map(inDoubt.map(({ id }) => [id, 1])) }
}

interface ExaminedCut {
  readonly inHand: InHand
  readonly sets: readonly SetAnswer[]
  readonly time: number
}

const examineOff = ({ home, sink }: ServerUnderTest, { inHand, sets, time }: ExaminedCut): Promise<void> =>
  withRecords({ home }, async (db) => {
    await noteInHand(db, inHand)
    // The first start may end before it makes the folder.
    const hasFiles = existsSync(join(home.dataDir, 'files'))
    const stored = new Set(hasFiles ? await home.stored() : [])
    await examineRecords(db, stored)
    await examineSets(db)
    await examineSetAnswers(db, sets, time)
    await examineMails(db, sink, inHand)
  })

/** Each file that the database names is whole. */
const examineFiles = async ({ dataDir }: ServerUnderTest['home']): Promise<void> => {
  const place = { databaseUrl: null, dataDir }
  const prefixes = openPrefixFinder(place)
  try {
    const blobs = withPrefixes(readOnlyBlobs(dataDir), prefixes.find)
    for (const { sha256, isNeeded } of await neededBlobs(place)) if (isNeeded) await blobs.verify(sha256)
  } finally {
    await prefixes.close()
  }
}

const examineSigned = async (
  server: ChildServer,
  db: ApiDatabase,
  { documentId = 0 }: Acknowledged,
  bytes: Uint8Array,
): Promise<void> => {
  const revisions = await db.selectFrom('revisions').select('kind').where('document_id', '=', documentId).execute()
  const countOf = (wanted: string): number => revisions.filter(({ kind }) => kind === wanted).length
  await examineServed(server, bytes, { people: countOf('signed'), seals: countOf('sealed') })
}

/** @throws Violation if anything that was answered is not served, or a file is not whole */
export const examineOn = async (
  { home }: Pick<ServerUnderTest, 'home'>,
  server: ChildServer,
  scenarios: readonly Acknowledged[],
): Promise<void> => {
  const db = await home.openDb()
  try {
    for (const acknowledged of scenarios) {
      const bytes = await examineAnswers(server, db, acknowledged)
      if (bytes !== undefined) await examineSigned(server, db, acknowledged, bytes)
    }
    await examineFiles(home)
  } finally {
    await db.destroy()
  }
}

const finish = async (
  target: ServerUnderTest,
  server: ChildServer,
  scenarios: readonly Acknowledged[],
  inHand: InHand,
): Promise<void> => {
  target.admitCalls(server)
  await finishWork(target, scenarios, inHand)
  await examineOn(target, server, scenarios)
  demand((await server.stop()) === 0, 'the last server did not end well')
  await withRecords(target, async (db) => {
    const stored = new Set(await target.home.stored())
    await examineRecords(db, stored)
    await examineSets(db)
  })
}

export interface CutOptions {
  readonly work: RecordedWork
  readonly cut: PlannedCut
  readonly random: Seeded
  /** Whether the documents are completed afterwards. */
  readonly finishes: boolean
  readonly figures: CutFigures
}

const count = (figures: CutFigures, { where }: PlannedCut, scenarios: readonly Acknowledged[]): void => {
  figures.cuts += 1
  figures.where[where] += 1
  figures.documents += scenarios.filter(({ documentId }) => documentId !== undefined).length
  figures.completed += scenarios.filter(({ isComplete }) => isComplete).length
  for (const { fields } of scenarios)
    figures.signatures += [...fields.values()].filter((state) => state === 'signed').length
}

/** Builds what a disk may hold after the cut, and demands all that was answered before. @throws Violation */
export const examineCut = async ({ work, cut, random, finishes, figures }: CutOptions): Promise<void> => {
  const time = work.times[Math.floor(cut.position / 2)] ?? Infinity
  const scenarios = work.answers.map(({ at }) => at(time)).filter((known) => known !== undefined)
  const { accepted, inHand } = mailsBefore(work.mails, time)
  const target = await openServerUnderTest({ accepted })
  try {
    await writeState(target.home.dataDir, diskAfterCut(work.history, cut.position, choiceOf(cut.kind, random)))
    count(figures, cut, scenarios)
    await examineOff(target, { inHand, sets: work.sets, time })
    const server = await target.start()
    await examineOn(target, server, scenarios)
    if (finishes) {
      await finish(target, server, scenarios, inHand)
      figures.finished += 1
    }
  } finally {
    await target.close()
  }
}
