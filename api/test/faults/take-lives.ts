import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '../../src/platform/database/open-database.ts'
import type { ChildServer } from '../support/child-server.ts'
import { onPostgres } from '../support/test-store.ts'
import { pause } from './calls.ts'
import { examineAnswers } from './examine-answers.ts'
import { allSent, examineMails, type InHand, noteInHand } from './examine-mails.ts'
import { examineRecords } from './examine-records.ts'
import { examineSignatures } from './examine-signatures.ts'
import { demand, type House, openHouse, Violation } from './house.ts'
import { describeKill, type Kill } from './kill-plan.ts'
import { RECORDED } from './record-points.ts'
import type { Seeded } from './seeded.ts'
import { register } from './steps.ts'
import { begin, drawPlot, type Plot, tell } from './story.ts'
import type { Owner, Told } from './told.ts'

const STORIES = 4
const REACHING = 60_000
const FINISHING = 120_000

export interface Figures {
  kills: number
  readonly byKind: Record<Kill['kind'], number>
  readonly reached: Set<string>
  readonly missed: string[]
  lostDone: number
  lostUndone: number
  documents: number
  signatures: number
  mails: number
  mailsAgain: number
}

export const noFigures = (): Figures => ({
  kills: 0,
  byKind: { moment: 0, point: 0, 'mail-kept': 0, start: 0 },
  reached: new Set(),
  missed: [],
  lostDone: 0,
  lostUndone: 0,
  documents: 0,
  signatures: 0,
  mails: 0,
  mailsAgain: 0,
})

interface Era {
  readonly house: House
  readonly random: Seeded
  readonly figures: Figures
  readonly inHand: InHand
  readonly stories: Told[]
  readonly owners: Owner[]
  readonly underWay: Set<Promise<void>>
  readonly examined: Set<Told>
  readonly looked: Map<Told, number>
  readonly broken: PromiseWithResolvers<never>
}

const ownerOf = async ({ house, owners, random }: Era, number: number): Promise<Owner> => {
  const known = owners[random.below(owners.length * 3 + 1)]
  if (known !== undefined) return known
  const owner = await register(house, `olga-${number}`)
  owners.push(owner)
  return owner
}

let lastNumber = 0

const beginStory = (era: Era, plot: Plot = drawPlot(era.random)): Promise<void> => {
  lastNumber += 1
  const number = lastNumber
  const random = era.random.fork()
  const work = async (): Promise<void> => {
    const told = begin(number, await ownerOf(era, number))
    era.stories.push(told)
    await tell(era.house, told, plot, random)
  }
  const story = work().catch((error: unknown) => {
    if (error instanceof Error) error.message = `Contrato ${number}: ${error.message}`
    era.broken.reject(error)
  })
  era.underWay.add(story)
  return story.finally(() => era.underWay.delete(story))
}

const within = async <T>(work: Promise<T>, milliseconds: number, late: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }, milliseconds)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

const died = async (server: ChildServer, patience: number): Promise<boolean> =>
  within(
    server.ended.then(() => true),
    patience,
    () => false,
  )

const killAtPoint = async (era: Era, server: ChildServer, { point }: Extract<Kill, { kind: 'point' }>) => {
  const until = Date.now() + REACHING
  let isDead = false
  while (!isDead && Date.now() < until) {
    era.owners.length = 0
    const stories = Promise.all(RECORDED.map((plot) => beginStory(era, plot)))
    const either = Promise.race([stories.then(() => false), server.ended.then(() => true)])
    isDead = await within(either, until - Date.now(), () => false)
  }
  if (isDead) era.figures.reached.add(point)
  else era.figures.missed.push(point)
  await era.house.disarm()
}

const takeLife = async (era: Era, server: ChildServer, kill: Kill): Promise<void> => {
  const { house } = era
  if (kill.kind === 'point') await house.arm(kill.point)
  house.letIn(server)
  const others = kill.kind === 'point' ? STORIES - RECORDED.length : STORIES
  while (era.underWay.size < others) beginStory(era)
  if (kill.kind === 'point') await killAtPoint(era, server, kill)
  if (kill.kind === 'mail-kept') {
    house.sink.onNext = () => void server.kill()
    await died(server, REACHING)
    house.sink.onNext = undefined
  }
  if (kill.kind === 'moment') await died(server, kill.after)
  await server.kill()
  if (kill.kind !== 'start') return
  await examineDead(era)
  await house.startAndKill(kill.after)
}

/**
 * Reads a copy: opening SQLite would recover
 * it, which the next server must do.
 */
const withRecords = async (house: House, work: (db: Db) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-kills-'))
  const copy = async (): Promise<Db> => {
    for (const name of ['trazo.sqlite', 'trazo.sqlite-wal'])
      await cp(join(house.home.dataDir, name), join(folder, name)).catch(() => undefined)
    return openDatabase(join(folder, 'trazo.sqlite'))
  }
  const db = onPostgres ? await house.home.openDb() : await copy()
  try {
    await work(db)
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true })
  }
}

const examineDead = ({ house, inHand }: Era): Promise<void> =>
  withRecords(house, async (db) => {
    await noteInHand(db, inHand)
    await examineRecords(db, new Set(await house.home.stored()))
    await examineMails(db, house.sink, inHand)
  })

const examineSigned = async ({ looked }: Era, db: Db, told: Told, bytes: Uint8Array): Promise<void> => {
  const { documentId = 0 } = told
  const revisions = db.selectFrom('revisions').select('kind').where('document_id', '=', documentId)
  const kinds = (await revisions.execute()).map(({ kind }) => kind)
  if (looked.get(told) === kinds.length) return
  looked.set(told, kinds.length)
  await examineSignatures(bytes, kinds.filter((kind) => kind === 'signed').length)
}

/** Finished documents once now and once at the end. */
const examineSeen = async (era: Era, server: ChildServer, all: boolean): Promise<void> => {
  const db = await era.house.home.openDb()
  try {
    for (const told of era.stories) {
      if (!all && era.examined.has(told)) continue
      const wasComplete = told.isComplete
      const bytes = await examineAnswers(server, db, told)
      if (bytes !== undefined) await examineSigned(era, db, told, bytes)
      if (wasComplete) era.examined.add(told)
    }
  } finally {
    await db.destroy()
  }
}

const finish = async (era: Era): Promise<void> => {
  const { house, figures, inHand } = era
  const server = await house.start()
  house.letIn(server)
  const stuck = (): never => {
    throw new Violation(`${era.underWay.size} documents are not finished`)
  }
  await within(
    Promise.all(era.underWay).then(() => undefined),
    FINISHING,
    stuck,
  )
  const db = await house.home.openDb()
  try {
    const deadline = Date.now() + FINISHING
    while (!(await allSent(db))) {
      demand(Date.now() < deadline, 'mails wait without a sender')
      await pause()
    }
    figures.mailsAgain += await examineMails(db, house.sink, inHand)
  } finally {
    await db.destroy()
  }
  era.looked.clear()
  await examineSeen(era, server, true)
  demand((await server.stop()) === 0, 'the last server did not end well')
  await withRecords(house, async (records) => examineRecords(records, new Set(await house.home.stored())))
}

const count = ({ house, figures, stories }: Era): void => {
  figures.lostDone += house.lost.done
  figures.lostUndone += house.lost.undone
  figures.documents += stories.filter(({ isComplete }) => isComplete).length
  for (const { fields } of stories)
    figures.signatures += [...fields.values()].filter((state) => state === 'signed').length
  figures.mails += new Set(house.sink.accepted.map(({ id }) => id)).size
}

const takeLives = async (era: Era, kills: readonly Kill[], say: (line: string) => void): Promise<void> => {
  const { house, figures } = era
  for (const [index, kill] of kills.entries()) {
    const name = `kill ${index + 1} of this installation, ${describeKill(kill)}`
    try {
      const server = await house.start()
      await examineSeen(era, server, false)
      await takeLife(era, server, kill)
      await examineDead(era)
    } catch (error) {
      if (error instanceof Error) error.message = `${name}: ${error.message}`
      throw error
    }
    figures.kills += kill.kind === 'start' ? 2 : 1
    figures.byKind[kill.kind] += 1
    say(name)
  }
  await finish(era)
}

/** @throws Violation, or any other failure */
export const liveThrough = async (
  kills: readonly Kill[],
  random: Seeded,
  figures: Figures,
  say: (line: string) => void,
): Promise<void> => {
  const house = await openHouse()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  const era: Era = {
    house,
    random,
    figures,
    inHand: new Map(),
    stories: [],
    owners: [],
    underWay: new Set(),
    examined: new Set(),
    looked: new Map(),
    broken,
  }
  try {
    await Promise.race([takeLives(era, kills, say), broken.promise])
    count(era)
  } finally {
    await house.close()
  }
}
