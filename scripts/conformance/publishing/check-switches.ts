import { type ConformanceResult, callReleases, requireRefusal, requireRule, resultOf } from '../site-calls.ts'
import {
  commandSite,
  type PublishingRun,
  publishRelease,
  readStanding,
  releaseOf,
  requireAfter,
  requireLive,
  requireUnchanged,
} from './publishing-run.ts'
import { type TinyRelease, tinyRelease } from './tiny-release.ts'
import { uploadForm } from './upload-form.ts'
import { watchSwitch } from './watch-switch.ts'

const PERCENT = 5

const UNAPPROVED: ConformanceResult = {
  rule: '8 a 10',
  problem: undefined,
  note: 'aquí aprueba otra persona: con su token en TRAZO_APPROVER_TOKEN se comprueba lo demás',
}

interface SwitchCase {
  readonly run: PublishingRun
  /** Three releases of this run. */
  readonly releases: readonly [TinyRelease, TinyRelease, TinyRelease]
  /** Their names. */
  readonly ids: readonly [string, string, string]
}

const publishFirst = async ({ run, releases, ids }: SwitchCase): Promise<boolean> => {
  const [first] = releases
  const fallback = run.before.state.live?.active ?? null
  const answer = await watchSwitch(run, { from: fallback ?? undefined, to: ids[0] }, () => publishRelease(run, first))
  if (!answer) return false
  const wanted = { active: ids[0], fallback }
  requireAfter(answer, wanted, 'publicar')
  await requireLive(run, wanted, releases)
  for (const [file, content] of Object.entries(first.files)) {
    const served = await fetch(`${run.site.url}/r/${run.remote}/${ids[0]}/${file}`)
    requireRule(served.status === 200 && (await served.text()) === content, `${file} no se sirve como se envió`)
  }
  return true
}

const checkRepeat = async ({ run, releases: [first] }: SwitchCase): Promise<void> => {
  const standing = await readStanding(run.site)
  await publishRelease(run, first)
  await requireUnchanged(run, standing, 'repetir la misma subida')
}

const checkOtherBytes = async ({ run, ids: [id] }: SwitchCase): Promise<void> => {
  const standing = await readStanding(run.site)
  const other = tinyRelease(run.plan, id, { changed: { 'texts/about.txt': 'other' } })
  await requireRefusal(await callReleases(run.site, uploadForm(other)), 'otros archivos con el mismo nombre')
  await requireUnchanged(run, standing, 'otros archivos con el mismo nombre')
  const served = await fetch(`${run.site.url}/r/${run.remote}/${id}/texts/about.txt`)
  requireRule((await served.text()) !== 'other', 'una versión publicada cambió de archivos')
}

const checkNext = async ({ run, releases, ids: [one, two] }: SwitchCase): Promise<void> => {
  const wanted = { active: two, fallback: one }
  const answer = await watchSwitch(run, { from: one, to: two }, () => publishRelease(run, releases[1]))
  requireAfter(answer ?? {}, wanted, 'publicar otra')
  await requireLive(run, wanted, releases)
}

const goTo = async ({ run, releases }: SwitchCase, release: string, wanted: Parameters<typeof requireLive>[1]) => {
  requireAfter(await commandSite(run, { kind: 'to', release }, `volver a ${release}`), wanted, `volver a ${release}`)
  await requireLive(run, wanted, releases)
}

const checkBack = async (one: SwitchCase): Promise<void> => {
  const { run, ids } = one
  await goTo(one, 'previous', { active: ids[0], fallback: null })
  const standing = await readStanding(run.site)
  await requireRefusal(
    await callReleases(run.site, { kind: 'to', release: 'previous' }),
    'volver sin que haya versión anterior',
  )
  await requireUnchanged(run, standing, 'volver sin que haya versión anterior')
}

/** Going again to what was left. */
const checkUndo = (one: SwitchCase): Promise<void> =>
  goTo(one, one.ids[1], { active: one.ids[1], fallback: one.ids[0] })

const startCanary = async ({ run, releases, ids }: SwitchCase): Promise<void> => {
  const wanted = { active: ids[1], fallback: ids[0], canary: { release: ids[2], percent: PERCENT } }
  requireAfter((await publishRelease(run, releases[2], PERCENT)) ?? {}, wanted, 'probar en parte de las pestañas')
  await requireLive(run, wanted, releases)
}

const checkCanary = async (one: SwitchCase): Promise<void> => {
  const { run, releases, ids } = one
  const stays = { active: ids[1], fallback: ids[0] }
  await startCanary(one)
  requireAfter(await commandSite(run, { kind: 'end-canary' }, 'terminar la prueba'), stays, 'terminar la prueba')
  await requireLive(run, stays, releases)
  const again = await commandSite(run, { kind: 'end-canary' }, 'terminar sin que haya prueba')
  requireAfter(again, stays, 'terminar sin que haya prueba')
}

const checkBackInCanary = async (one: SwitchCase): Promise<void> => {
  await startCanary(one)
  await goTo(one, 'previous', { active: one.ids[1], fallback: one.ids[0] })
}

const checkApproval = async ({ run, ids: [id] }: SwitchCase): Promise<void> => {
  const answer = await callReleases(run.site, { kind: 'approve', release: id })
  await requireRefusal(answer, 'aprobar una versión que no espera')
}

/** While the first release waits: nothing of it may be live. */
const checkWaiting = async ({ run, ids: [id] }: SwitchCase): Promise<void> => {
  await requireUnchanged(run, run.before, 'una versión que espera')
  for (const kind of ['approve', 'to'])
    await requireRefusal(
      await callReleases(run.site, { kind, release: id }),
      kind === 'to' ? 'poner en vivo lo que espera' : 'aprobar con el token que publicó',
    )
  await requireUnchanged(run, run.before, 'aprobar con el token que publicó')
}

const steps: readonly (readonly [rule: string, check: (one: SwitchCase) => Promise<void>])[] = [
  ['8 repetir la misma subida', checkRepeat],
  ['8 otros archivos con el mismo nombre', checkOtherBytes],
  ['8 publicar otra versión', checkNext],
  ['9 volver a la anterior', checkBack],
  ['9 volver a la que se dejó', checkUndo],
  ['10 prueba en parte de las pestañas', checkCanary],
  ['10 volver durante una prueba', checkBackInCanary],
  ['11 aprobar lo que no espera', checkApproval],
]

/** Stops at the first rule that is broken: the others build on it. */
export const checkSwitches = async (run: PublishingRun): Promise<void> => {
  const releases = [releaseOf(run, '1'), releaseOf(run, '2'), releaseOf(run, '3')] as const
  const ids = [run.idOf('1'), run.idOf('2'), run.idOf('3')] as const
  const one: SwitchCase = { run, releases, ids }
  const step = async (rule: string, check: () => Promise<unknown>): Promise<boolean> => {
    const result = await resultOf(rule, check)
    run.report(result)
    return result.problem === undefined && !run.isStopped()
  }
  const publishAs = async (approver: string | undefined): Promise<'live' | 'waits' | 'stop'> => {
    let isLive = false
    const goesOn = await step('8 publicar', async () => {
      isLive = await publishFirst({ ...one, run: { ...run, approver } })
    })
    if (!goesOn) return 'stop'
    return isLive ? 'live' : 'waits'
  }
  const first = await publishAs(undefined)
  if (first === 'stop') return
  if (first === 'waits') {
    if (!(await step('11 aprobación', () => checkWaiting(one)))) return
    if (run.approver === undefined) return run.report(UNAPPROVED)
    if ((await publishAs(run.approver)) !== 'live') return
  }
  for (const [rule, check] of steps) if (!(await step(rule, () => check(one)))) return
}
