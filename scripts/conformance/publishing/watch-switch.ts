import { readPublic, releasesIn, requireRule, sha384Of } from '../site-calls.ts'
import type { PublishingRun } from './publishing-run.ts'

interface SwitchSight {
  readonly active: string | undefined
  /** Of the live release's manifest. */
  readonly problem: string | undefined
}

const look = async ({ site, remote }: PublishingRun): Promise<SwitchSight> => {
  const registry = await readPublic(site)
  const active = registry.remotes[remote]?.active
  const live = releasesIn(site, registry).find((one) => one.remote === remote && one.id === active)
  if (!live) return { active, problem: undefined }
  const answer = await fetch(live.manifest)
  const body = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200) return { active, problem: `su manifiesto respondió ${answer.status}` }
  return { active, problem: sha384Of(body) === live.integrity ? undefined : 'su manifiesto es otro' }
}

/**
 * Looks at the site for as long as a publication takes, and once afterwards: each sight is of the
 * release before or the one after, whole, and none of the release before follows one of the release after.
 */
export const watchSwitch = async <T>(
  run: PublishingRun,
  { from, to }: { readonly from: string | undefined; readonly to: string },
  publish: () => Promise<T>,
): Promise<T> => {
  let isDone = false
  let isThere = false
  const watch = async (): Promise<void> => {
    for (let last = false; !last; ) {
      last = isDone
      const { active, problem } = await look(run)
      requireRule(active === from || active === to, `mientras se publicaba, estaba en vivo ${active}`)
      requireRule(problem === undefined, `mientras se publicaba, ${active} estaba en vivo y ${problem}`)
      requireRule(active === to || !isThere, `mientras se publicaba, ${active} volvió a estar en vivo`)
      isThere = active === to
    }
  }
  const published = publish().finally(() => {
    isDone = true
  })
  const [outcome] = await Promise.all([published, watch()])
  return outcome
}
