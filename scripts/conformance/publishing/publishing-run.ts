import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { SwitchAnswerSchema } from '../../../shared/build/command/protocol.ts'
import type { Registry } from '../../../shared/src/contract/site/registry.ts'
import type { RemoteName } from '../../../shared/src/contract/site/remote.ts'
import {
  type CheckedSite,
  type ConformanceResult,
  callReleases,
  checkServed,
  jsonOf,
  NonConformity,
  type PublisherState,
  readPublic,
  readState,
  releasesIn,
  requireRule,
} from '../site-calls.ts'
import type { UploadBounds } from './refused-uploads.ts'
import { type TinyPlan, type TinyRelease, tinyRelease } from './tiny-release.ts'
import { uploadForm } from './upload-form.ts'

type LiveNames = NonNullable<PublisherState['live']>
type SwitchAnswer = v.InferOutput<typeof SwitchAnswerSchema>

/** The state for publishers and the registry for pages. */
export interface SiteStanding {
  readonly state: PublisherState
  readonly registry: Registry
}

export const readStanding = async (site: CheckedSite): Promise<SiteStanding> => ({
  state: await readState(site),
  registry: await readPublic(site),
})

export interface PublishingRun {
  readonly site: CheckedSite
  readonly remote: RemoteName
  readonly plan: TinyPlan
  readonly before: SiteStanding
  readonly bounds: UploadBounds
  /** Token of a second person, for sites where releases wait for one. */
  readonly approver: string | undefined
  /** Name of a release of this run. */
  readonly idOf: (last: string) => string
  readonly report: (result: ConformanceResult) => void
  /** True: no further step begins. */
  readonly isStopped: () => boolean
}

export const releaseOf = ({ plan, idOf }: PublishingRun, last: string): TinyRelease => tinyRelease(plan, idOf(last))

export const requireUnchanged = async ({ site }: PublishingRun, before: SiteStanding, what: string): Promise<void> => {
  const now = await readStanding(site)
  requireRule(isDeepStrictEqual(now.state, before.state), `${what}: cambió lo que está en vivo`)
  requireRule(isDeepStrictEqual(now.registry, before.registry), `${what}: cambió /registry.json`)
}

/** @param last of the release's name */
export const requireNotServed = async ({ site, remote, idOf }: PublishingRun, last: string): Promise<void> => {
  const answer = await fetch(`${site.url}/r/${remote}/${idOf(last)}/mf-manifest.json`)
  requireRule(answer.status === 404, `lo rechazado se sirve: su manifiesto respondió ${answer.status}, no 404`)
}

const namesIn = ({ remotes }: Registry, remote: RemoteName): LiveNames | null => {
  const entry = remotes[remote]
  if (!entry) return null
  const { active, fallback, canary } = entry
  return { active, fallback, ...(canary ? { canary } : {}) }
}

const without = ({ remotes }: Registry, remote: RemoteName): Registry['remotes'] => {
  const { [remote]: _own, ...others } = remotes
  return others
}

const shown = (names: unknown): string => JSON.stringify(names)

/** The three places that say what is live agree, and what they name is served. */
export const requireLive = async (
  { site, remote, before }: PublishingRun,
  wanted: LiveNames,
  published: readonly TinyRelease[],
): Promise<void> => {
  const { state, registry } = await readStanding(site)
  requireRule(isDeepStrictEqual(state.live, wanted), `GET /releases dice ${shown(state.live)}, no ${shown(wanted)}`)
  const named = namesIn(registry, remote)
  requireRule(isDeepStrictEqual(named, wanted), `/registry.json dice ${shown(named)}, no ${shown(wanted)}`)
  requireRule(
    isDeepStrictEqual(without(registry, remote), without(before.registry, remote)),
    'cambió en /registry.json lo de otro remoto',
  )
  const releases = registry.remotes[remote]?.releases ?? {}
  for (const { record } of published) {
    const entry = releases[record.release]
    if (!entry) continue
    requireRule(entry.integrity === record.integrity, `/registry.json nombra ${record.release} con otro hash`)
    requireRule(entry.shared === record.shared, `/registry.json nombra ${record.release} con otro shared`)
  }
  const own = { remotes: { [remote]: registry.remotes[remote] } } as Registry
  for (const release of releasesIn(site, own)) await checkServed(site, release)
}

const parseAnswer = async (answer: Response, what: string): Promise<SwitchAnswer> => {
  const parsed = v.safeParse(SwitchAnswerSchema, await jsonOf(answer))
  if (!parsed.success) throw new NonConformity(`${what}: la respuesta no sigue el protocolo`)
  return parsed.output
}

export const commandSite = async (
  { site }: PublishingRun,
  command: object,
  what: string,
  token = site.token,
): Promise<SwitchAnswer> => {
  const answer = await callReleases({ ...site, token }, command)
  requireRule(answer.status === 200, `${what} respondió ${answer.status}, no 200`)
  return parseAnswer(answer, what)
}

/** @returns undefined if the release waits for a second person, and there is no token of one */
export const publishRelease = async (
  run: PublishingRun,
  release: TinyRelease,
  canary?: number,
): Promise<SwitchAnswer | undefined> => {
  const { site, approver } = run
  const { record } = release
  const what = `publicar ${record.release}`
  const answer = await callReleases(site, uploadForm(release, canary === undefined ? {} : { head: { canary } }))
  if (answer.status !== 200 && answer.status !== 202)
    throw new NonConformity(`${what} respondió ${answer.status}: ${await answer.text()}`)
  if (answer.status === 200) return parseAnswer(answer, what)
  const { waiting } = await parseAnswer(answer, what)
  requireRule(waiting === record.release, `${what} respondió 202 sin nombrar la versión que espera`)
  return approver === undefined
    ? undefined
    : commandSite(run, { kind: 'approve', release: record.release }, 'aprobar con otro token', approver)
}

export const requireAfter = ({ after }: SwitchAnswer, wanted: LiveNames, what: string): void =>
  requireRule(isDeepStrictEqual(after, wanted), `${what}: la respuesta dice ${shown(after)}, no ${shown(wanted)}`)
