import * as v from 'valibot'
import { SwitchAnswerSchema } from '../../shared/build/command/protocol.ts'
import type { Registry } from '../../shared/src/contract/site/registry.ts'
import { checkPublishing, type PublishingCheck } from './publishing/check-publishing.ts'
import {
  askSite,
  type CheckedSite,
  type ConformanceResult,
  callReleases,
  checkServed,
  jsonOf,
  readPublic,
  readState,
  releasesIn,
  requireRefusal,
  requireRule,
  resultOf,
} from './site-calls.ts'

const checkPage = async ({ url }: CheckedSite): Promise<void> => {
  const answer = await askSite(url, { headers: { accept: 'text/html' } })
  requireRule(answer.status === 200, `la página respondió ${answer.status}`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  requireRule(/script-src [^;]+/.test(policy), 'la página no tiene Content-Security-Policy con script-src')
  requireRule(
    !/'unsafe-inline'|'unsafe-eval'/.test(policy),
    'la política de la página admite unsafe-inline o unsafe-eval',
  )
  requireRule(answer.headers.get('cache-control') !== null, 'la página no dice si se puede guardar')
}

const checkReports = async ({ url }: CheckedSite): Promise<void> => {
  const post = (body: unknown) =>
    askSite(`${url}/mf-events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const refused = await post({ token: '', events: [{ message: 'Ana Mora' }] })
  requireRule(refused.status === 400, `un informe mal formado respondió ${refused.status}, no 400`)
}

const checkNoToken = async (site: CheckedSite): Promise<void> => {
  for (const bearer of [undefined, 'made-up']) {
    const answer = await callReleases({ ...site, token: bearer }, { kind: 'end-canary' })
    requireRule(answer.status === 401, `publicar sin token respondió ${answer.status}, no 401`)
  }
}

/** Asks for what is live already: nothing changes. */
const checkSwitch = async (site: CheckedSite): Promise<void> => {
  const before = await readState(site)
  const unknown = await callReleases(site, { kind: 'to', release: 'no-such-release' })
  await requireRefusal(unknown, 'volver a una versión que no existe')
  // Going to the live release would end a canary.
  if (before.live && !before.live.canary) {
    const again = await callReleases(site, { kind: 'to', release: before.live.active })
    const isDone = v.is(SwitchAnswerSchema, await jsonOf(again))
    requireRule(again.status === 200 && isDone, `volver a la versión en vivo respondió ${again.status}`)
  }
  const after = JSON.stringify(await readState(site))
  requireRule(after === JSON.stringify(before), 'lo que está en vivo cambió sin que se pidiera')
}

/**
 * Rules of docs/registry/v1.md, by their numbers.
 * @param publishing else nothing is published
 */
export const runConformance = async (
  site: CheckedSite,
  publishing?: PublishingCheck,
): Promise<readonly ConformanceResult[]> => {
  let registry: Registry | undefined
  const results = [
    await resultOf('1 registro', async () => {
      registry = await readPublic(site)
    }),
  ]
  const releases = registry ? releasesIn(site, registry) : []
  for (const release of releases)
    results.push(await resultOf(`2 versión ${release.remote} ${release.id}`, () => checkServed(site, release)))
  results.push(
    await resultOf('3 página', () => checkPage(site)),
    await resultOf('4 informes', () => checkReports(site)),
    await resultOf('5 publicar sin token', () => checkNoToken(site)),
  )
  if (site.token !== undefined) results.push(await resultOf('6 publicar y volver', () => checkSwitch(site)))
  return publishing ? [...results, ...(await checkPublishing(site, publishing))] : results
}
