import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { parseContract, type RecordedContract, type ShellContract } from '../../../shared/build/checks/contract.ts'
import type { RemoteName } from '../../../shared/src/contract/site/remote.ts'
import {
  askSite,
  type CheckedSite,
  type ConformanceResult,
  callReleases,
  requireRule,
  resultOf,
} from '../site-calls.ts'
import { checkSwitches } from './check-switches.ts'
import { checkRefusals } from './check-uploads.ts'
import { type PublishingRun, readStanding, requireUnchanged, type SiteStanding } from './publishing-run.ts'
import { type UploadBounds, V1_BOUNDS } from './refused-uploads.ts'
import type { TinyPlan } from './tiny-release.ts'

export interface PublishingCheck {
  /** The one remote that is touched. */
  readonly remote: RemoteName
  /** False: a remote is left alone if its live release is not one of the suite. */
  readonly replacesLive: boolean
  readonly approver?: string | undefined
  /** Default: those of docs/registry/v1.md. */
  readonly bounds?: UploadBounds | undefined
  readonly isStopped?: (() => boolean) | undefined
  /** Default: all that is refused, then all that is accepted. */
  readonly parts?: readonly ((run: PublishingRun) => Promise<void>)[]
}

const OWN_RELEASE = '0.0.0-conformance.'

/** Why this run may not begin, in Spanish. */
const obstacle = ({ state, registry }: SiteStanding, { remote, replacesLive }: PublishingCheck): string | undefined => {
  const { live } = state
  const releases = Object.values(registry.remotes[remote]?.releases ?? {})
  if (state.remote !== remote) return `El token es de ${state.remote}, no de ${remote}.`
  if (live?.canary) return `${remote} tiene una prueba en curso, que no podría reponerse: termínala antes.`
  if (releases.some(({ manifest }) => URL.canParse(manifest)))
    return `${remote} tiene versiones en otro servidor, a las que no podría volverse.`
  if (live && !live.active.startsWith(OWN_RELEASE) && !replacesLive)
    return `${remote} tiene en vivo ${live.active}. Mientras se comprueba, sus páginas no están: usa otro remoto, o acéptalo con --replace-live.`
  return undefined
}

const recordAt = async (address: URL): Promise<RecordedContract> => {
  const answer = await askSite(address)
  if (!answer.ok) throw new Error(`${address} respondió ${answer.status}.`)
  return parseContract(await answer.text())
}

const shellOf = async ({ url }: CheckedSite): Promise<ShellContract> => {
  const contract = await recordAt(new URL('/contract.json', url))
  if (contract.name !== 'shell') throw new Error(`/contract.json no es del shell, sino de ${contract.name}.`)
  return contract
}

/** The pages and slots of the live release, so that the site lets the tiny one take its place. */
const planFor = async (site: CheckedSite, remote: RemoteName, { registry }: SiteStanding): Promise<TinyPlan> => {
  const { contract, mounts, slots, provides } = await shellOf(site)
  const version = provides['shared/contract']
  const shared = version === undefined ? '*' : `^${version}`
  const entry = registry.remotes[remote]
  const manifest = entry?.releases[entry.active]?.manifest
  const live = manifest && (await recordAt(new URL('contract.json', new URL(manifest, site.url))))
  const ofRemote = live && live.name !== 'shell' ? live : undefined
  return {
    name: remote,
    contract,
    shared,
    routes: ofRemote?.routes ?? mounts[remote] ?? [],
    slots: ofRemote?.slots ?? slots[remote] ?? [],
    mounts: ofRemote?.mounts,
    offers: ofRemote?.offers,
  }
}

/**
 * Ends with the same live release and fallback: going back leaves no fallback, and going again to the
 * release that was left makes the other one its fallback.
 */
const putBack = async ({ site, before }: PublishingRun): Promise<void> => {
  const now = await readStanding(site)
  const { live } = before.state
  if (isDeepStrictEqual(now.state, before.state) || !live) return
  const { active, fallback } = live
  for (const release of fallback === null ? [active] : [active, fallback, active]) {
    const answer = await callReleases(site, { kind: 'to', release })
    requireRule(answer.status === 200, `volver a ${release} respondió ${answer.status}: vuelve a mano`)
  }
}

const EMPTY_NOTE = 'no tenía ninguna versión, y un sitio no quita remotos: queda la última de esta comprobación'

const checkPutBack = async (run: PublishingRun): Promise<ConformanceResult> => {
  const rule = `${run.remote} como estaba`
  if (!run.before.state.live) {
    const { state } = await readStanding(run.site)
    return { rule, problem: undefined, ...(state.live ? { note: EMPTY_NOTE } : {}) }
  }
  return resultOf(rule, async () => {
    await putBack(run)
    await requireUnchanged(run, run.before, 'después de volver')
  })
}

/**
 * Publishes small releases of one remote and goes back.
 * @throws Error if it may not begin; nothing was changed then
 */
export const checkPublishing = async (
  site: CheckedSite,
  check: PublishingCheck,
): Promise<readonly ConformanceResult[]> => {
  const {
    remote,
    approver,
    bounds = V1_BOUNDS,
    isStopped = () => false,
    parts = [checkRefusals, checkSwitches],
  } = check
  const before = await readStanding(site)
  const why = obstacle(before, check)
  if (why !== undefined) throw new Error(`${why} No se publicó nada.`)
  const plan = await planFor(site, remote, before)
  const name = randomBytes(4).toString('hex')
  const results: ConformanceResult[] = []
  const run: PublishingRun = {
    site,
    remote,
    plan,
    before,
    bounds,
    approver,
    isStopped,
    idOf: (last) => `${OWN_RELEASE}${name}.${last}`,
    report: (result) => void results.push(result),
  }
  try {
    for (const part of parts) if (!isStopped()) await part(run)
  } finally {
    results.push(await checkPutBack(run))
  }
  return results
}
