import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiDatabase, openDatabase } from '../../src/platform/database/open-database.ts'
import type { ChildServer } from '../support/child-server.ts'
import { onPostgres } from '../support/test-store.ts'
import type { Acknowledged, Owner } from './acknowledged.ts'
import { pause } from './calls.ts'
import { examineAnswers } from './examine-answers.ts'
import { allSent, examineMails, type InHand, noteInHand } from './examine-mails.ts'
import { examineRecords } from './examine-records.ts'
import { examineServed } from './examine-signatures.ts'
import { describeKill, type Kill } from './kill-plan.ts'
import { RECORDED } from './record-points.ts'
import { drawScenario, nothingAcknowledged, runScenario, type Scenario } from './scenario.ts'
import type { Seeded } from './seeded.ts'
import { openServerUnderTest, type ServerUnderTest } from './server-under-test.ts'
import { register } from './steps.ts'
import { demand, Violation } from './violation.ts'

const SCENARIOS = 4
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

interface Installation {
  readonly target: ServerUnderTest
  readonly random: Seeded
  readonly figures: Figures
  readonly inHand: InHand
  readonly scenarios: Acknowledged[]
  readonly owners: Owner[]
  readonly underWay: Set<Promise<void>>
  readonly examined: Set<Acknowledged>
  readonly looked: Map<Acknowledged, number>
  readonly broken: PromiseWithResolvers<never>
}

const ownerOf = async ({ target, owners, random }: Installation, number: number): Promise<Owner> => {
  const known = owners[random.below(owners.length * 3 + 1)]
  if (known !== undefined) return known
  const owner = await register(target, `olga-${number}`)
  owners.push(owner)
  return owner
}

let lastNumber = 0

const startScenario = (
  installation: Installation,
  scenario: Scenario = drawScenario(installation.random),
): Promise<void> => {
  lastNumber += 1
  const number = lastNumber
  const random = installation.random.fork()
  const work = async (): Promise<void> => {
    const acknowledged = nothingAcknowledged(number, await ownerOf(installation, number))
    installation.scenarios.push(acknowledged)
    await runScenario(installation.target, acknowledged, scenario, random)
  }
  const scenarioRun = work().catch((error: unknown) => {
    if (error instanceof Error) error.message = `Contrato ${number}: ${error.message}`
    installation.broken.reject(error)
  })
  installation.underWay.add(scenarioRun)
  return scenarioRun.finally(() => installation.underWay.delete(scenarioRun))
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

const died = async (server: ChildServer, timeout: number): Promise<boolean> =>
  within(
    server.ended.then(() => true),
    timeout,
    () => false,
  )

const killAtPoint = async (
  installation: Installation,
  server: ChildServer,
  { point }: Extract<Kill, { kind: 'point' }>,
) => {
  const until = Date.now() + REACHING
  let isDead = false
  while (!isDead && Date.now() < until) {
    installation.owners.length = 0
    const scenarios = Promise.all(RECORDED.map((scenario) => startScenario(installation, scenario)))
    const either = Promise.race([scenarios.then(() => false), server.ended.then(() => true)])
    isDead = await within(either, until - Date.now(), () => false)
  }
  if (isDead) installation.figures.reached.add(point)
  else installation.figures.missed.push(point)
  await installation.target.disarm()
}

const killServer = async (installation: Installation, server: ChildServer, kill: Kill): Promise<void> => {
  const { target } = installation
  if (kill.kind === 'point') await target.arm(kill.point)
  target.admitCalls(server)
  const others = kill.kind === 'point' ? SCENARIOS - RECORDED.length : SCENARIOS
  while (installation.underWay.size < others) startScenario(installation)
  if (kill.kind === 'point') await killAtPoint(installation, server, kill)
  if (kill.kind === 'mail-kept') {
    target.sink.onNext = () => void server.kill()
    await died(server, REACHING)
    target.sink.onNext = undefined
  }
  if (kill.kind === 'moment') await died(server, kill.after)
  await server.kill()
  if (kill.kind !== 'start') return
  await examineDead(installation)
  await target.startAndKill(kill.after)
}

/**
 * Reads a copy: opening SQLite would recover
 * it, which the next server must do.
 */
export const withRecords = async (
  target: Pick<ServerUnderTest, 'home'>,
  work: (db: ApiDatabase) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-kills-'))
  const copy = async (): Promise<ApiDatabase> => {
    for (const name of ['trazo.sqlite', 'trazo.sqlite-wal'])
      await cp(join(target.home.dataDir, name), join(folder, name)).catch(() => undefined)
    return openDatabase(join(folder, 'trazo.sqlite'))
  }
  const db = onPostgres ? await target.home.openDb() : await copy()
  try {
    await work(db)
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true })
  }
}

const examineDead = ({ target, inHand }: Installation): Promise<void> =>
  withRecords(target, async (db) => {
    await noteInHand(db, inHand)
    await examineRecords(db, new Set(await target.home.stored()))
    await examineMails(db, target.sink, inHand)
  })

interface SeenDocument {
  readonly server: ChildServer
  readonly db: ApiDatabase
  readonly acknowledged: Acknowledged
  readonly bytes: Uint8Array
}

const examineSigned = async (
  { looked }: Installation,
  { server, db, acknowledged, bytes }: SeenDocument,
): Promise<void> => {
  const { documentId = 0 } = acknowledged
  const revisions = db.selectFrom('revisions').select('kind').where('document_id', '=', documentId)
  const kinds = (await revisions.execute()).map(({ kind }) => kind)
  if (looked.get(acknowledged) === kinds.length) return
  looked.set(acknowledged, kinds.length)
  const countOf = (wanted: string): number => kinds.filter((kind) => kind === wanted).length
  await examineServed(server, bytes, { people: countOf('signed'), seals: countOf('sealed') })
}

/** Finished documents once now and once at the end. */
const examineSeen = async (installation: Installation, server: ChildServer, all: boolean): Promise<void> => {
  const db = await installation.target.home.openDb()
  try {
    for (const acknowledged of installation.scenarios) {
      if (!all && installation.examined.has(acknowledged)) continue
      const wasComplete = acknowledged.isComplete
      const bytes = await examineAnswers(server, db, acknowledged)
      if (bytes !== undefined) await examineSigned(installation, { server, db, acknowledged, bytes })
      if (wasComplete) installation.examined.add(acknowledged)
    }
  } finally {
    await db.destroy()
  }
}

const finish = async (installation: Installation): Promise<void> => {
  const { target, figures, inHand } = installation
  const server = await target.start()
  target.admitCalls(server)
  const stuck = (): never => {
    throw new Violation(`${installation.underWay.size} documents are not finished`)
  }
  await within(
    Promise.all(installation.underWay).then(() => undefined),
    FINISHING,
    stuck,
  )
  const db = await target.home.openDb()
  try {
    const deadline = Date.now() + FINISHING
    while (!(await allSent(db))) {
      demand(Date.now() < deadline, 'mails wait without a sender')
      await pause()
    }
    figures.mailsAgain += await examineMails(db, target.sink, inHand)
  } finally {
    await db.destroy()
  }
  installation.looked.clear()
  await examineSeen(installation, server, true)
  demand((await server.stop()) === 0, 'the last server did not end well')
  await withRecords(target, async (records) => examineRecords(records, new Set(await target.home.stored())))
}

const count = ({ target, figures, scenarios }: Installation): void => {
  figures.lostDone += target.lost.done
  figures.lostUndone += target.lost.undone
  figures.documents += scenarios.filter(({ isComplete }) => isComplete).length
  for (const { fields } of scenarios)
    figures.signatures += [...fields.values()].filter((state) => state === 'signed').length
  figures.mails += new Set(target.sink.accepted.map(({ id }) => id)).size
}

const killServers = async (
  installation: Installation,
  kills: readonly Kill[],
  writeLine: (line: string) => void,
): Promise<void> => {
  const { target, figures } = installation
  for (const [index, kill] of kills.entries()) {
    const name = `kill ${index + 1} of this installation, ${describeKill(kill)}`
    try {
      const server = await target.start()
      await examineSeen(installation, server, false)
      await killServer(installation, server, kill)
      await examineDead(installation)
    } catch (error) {
      if (error instanceof Error) error.message = `${name}: ${error.message}`
      throw error
    }
    figures.kills += kill.kind === 'start' ? 2 : 1
    figures.byKind[kill.kind] += 1
    writeLine(name)
  }
  await finish(installation)
}

/** @throws Violation, or any other failure */
export const runInstallation = async (
  kills: readonly Kill[],
  random: Seeded,
  figures: Figures,
  writeLine: (line: string) => void,
): Promise<void> => {
  const target = await openServerUnderTest()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  const installation: Installation = {
    target,
    random,
    figures,
    inHand: new Map(),
    scenarios: [],
    owners: [],
    underWay: new Set(),
    examined: new Set(),
    looked: new Map(),
    broken,
  }
  try {
    await Promise.race([killServers(installation, kills, writeLine), broken.promise])
    count(installation)
  } finally {
    await target.close()
  }
}
