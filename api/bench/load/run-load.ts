import { type ChildHome, openChildHome } from '../../test/support/child-home.ts'
import { buildDocument } from '../support/build-document.ts'
import { compareLoads, type LoadComparison } from './compare.ts'
import { type LoadCost, measureCost } from './cost.ts'
import type { LoadShot, MeasuredLoad } from './fire.ts'
import {
  fetchShot,
  inviteGuest,
  type LoadGuest,
  type LoadPeople,
  listShot,
  rangeShot,
  registerLoadOwner,
  retryShed,
  signShot,
  uploadAsOwner,
  uploadShot,
} from './people.ts'
import { LOAD_TOKEN } from './process-figures.ts'
import { HEAVY_CONNECTIONS, LOAD_CONNECTIONS, type LoadSettings } from './settings.ts'
import { type BareServer, startBare } from './start-bare.ts'
import { type WatchedRun, watchMemory } from './watch.ts'

export interface LoadReport {
  readonly compared: readonly LoadComparison[]
  readonly crowds: readonly { readonly name: string; readonly found: MeasuredLoad }[]
  readonly cost: LoadCost
  readonly watched: WatchedRun
}

const CONTRACT = buildDocument({ pages: 1, imageBytes: 200_000 })
const LARGE = buildDocument({ pages: 4, imageBytes: 250_000 })

interface Run {
  readonly settings: LoadSettings
  readonly people: LoadPeople
  readonly bare: BareServer
  readonly dataDir: string
}

const sequence = async <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> => {
  const made: Value[] = []
  for (let index = 0; index < count; index += 1) made.push(await make())
  return made
}

/** Repeats the last shot for prepared but unsent calls. */
const oneAfterTheOther = (shots: readonly LoadShot[]): (() => LoadShot) => {
  let index = 0
  return () => {
    const shot = shots[Math.min(index, shots.length - 1)]
    index += 1
    if (shot === undefined) throw new Error('nothing was prepared')
    return shot
  }
}

const compareReads = async ({ settings, people, bare }: Run): Promise<LoadComparison[]> => {
  await sequence(settings.documents, () => uploadAsOwner(people, CONTRACT))
  const large = await uploadAsOwner(people, LARGE)
  const how = { address: people.server.address, connections: LOAD_CONNECTIONS, turns: settings.turns }
  const same = (shot: LoadShot) => async () => ({ kind: 'same', shot, ms: settings.turn }) as const
  const list = { ...how, wanted: 200, turn: same(listShot(people)) }
  const range = { ...how, wanted: 206, turn: same(rangeShot(people, large)) }
  return [
    await compareLoads({ ...list, name: `list, 24 of ${settings.documents} documents` }, bare),
    await compareLoads({ ...range, name: 'download by range, 64 KB of 1 MB' }, bare),
  ]
}

const aGuest = async (people: LoadPeople): Promise<LoadGuest> =>
  inviteGuest(people, await uploadAsOwner(people, CONTRACT))

const compareWrites = async ({ settings, people, bare }: Run): Promise<LoadComparison[]> => {
  const { turns, uploads, signatures } = settings
  const how = { address: people.server.address, connections: HEAVY_CONNECTIONS, turns }
  const each = (shots: readonly LoadShot[], calls: number) =>
    ({ kind: 'each', next: oneAfterTheOther(shots), calls: Math.ceil(calls / turns) }) as const
  const uploading = await uploadShot(people, LARGE)
  const sign = async () => {
    // Includes prepared but unsent calls.
    const guests = await sequence(Math.ceil(signatures / turns) + HEAVY_CONNECTIONS + 1, () => aGuest(people))
    return each(guests.map(signShot), signatures)
  }
  return [
    await compareLoads(
      { ...how, name: 'upload 1 MB', wanted: 201, turn: async () => each([uploading], uploads) },
      bare,
    ),
    await compareLoads({ ...how, name: 'sign and close, 200 KB', wanted: 200, turn: sign }, bare),
  ]
}

/** Times include retries, as the server requests them. */
const signAtOnce = async (address: string, guests: readonly LoadGuest[]): Promise<MeasuredLoad> => {
  const times: number[] = []
  const errors: Record<string, number> = {}
  let shed = 0
  const sign = async (guest: LoadGuest): Promise<void> => {
    const shot = signShot(guest)
    const started = performance.now()
    const answer = await retryShed(
      () => fetchShot(address, shot),
      () => {
        shed += 1
      },
    )
    await answer.arrayBuffer()
    if (answer.status === 200) times.push(performance.now() - started)
    else errors[answer.status] = (errors[answer.status] ?? 0) + 1
  }
  const began = performance.now()
  await Promise.all(guests.map(sign))
  return { times, took: performance.now() - began, shed, errors }
}

const crowds = async ({ settings: { crowd }, people }: Run): Promise<LoadReport['crowds']> => {
  const { address } = people.server
  const document = await uploadAsOwner(people, CONTRACT)
  const ofOne = await sequence(crowd, () => inviteGuest(people, document))
  const ofMany = await sequence(crowd, () => aGuest(people))
  return [
    { name: `${crowd} guests at once, each on an own document`, found: await signAtOnce(address, ofMany) },
    { name: `${crowd} guests at once, all on one document`, found: await signAtOnce(address, ofOne) },
  ]
}

const measure = async (run: Run, say: (line: string) => void): Promise<LoadReport> => {
  const { people, dataDir, settings } = run
  say('reading…')
  const reads = await compareReads(run)
  say('writing…')
  const writes = await compareWrites(run)
  say('many at once…')
  const found = await crowds(run)
  say('what one document costs…')
  const cost = await measureCost({ people, dataDir, bytes: CONTRACT, lives: settings.lives })
  say(`memory, for ${settings.watched / 1000} s…`)
  const watched = await watchMemory({ people, bytes: CONTRACT, watched: settings.watched, look: settings.look })
  return { compared: [...reads, ...writes], crowds: found, cost, watched }
}

const onHome = async (home: ChildHome, settings: LoadSettings, say: (line: string) => void): Promise<LoadReport> => {
  const server = await home.start({
    RATE_LIMIT_FACTOR: '1000000',
    METRICS_TOKEN: LOAD_TOKEN,
    ...settings.variables,
  })
  const db = await home.openDb()
  const bare = await startBare()
  try {
    return await measure({ settings, people: await registerLoadOwner(server, db), bare, dataDir: home.dataDir }, say)
  } finally {
    await bare.stop()
    await db.destroy()
  }
}

export const runLoad = async (
  settings: LoadSettings,
  say: (line: string) => void = () => undefined,
): Promise<LoadReport> => {
  const home = await openChildHome('load')
  try {
    return await onHome(home, settings, say)
  } finally {
    await home.remove()
  }
}
