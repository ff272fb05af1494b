import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { type ConformanceResult, callReleases, requireRefusal, requireRule, resultOf } from '../site-calls.ts'
import { type PublishingRun, releaseOf, requireNotServed, requireUnchanged } from './publishing-run.ts'
import { type RefusedUpload, refusedUploads } from './refused-uploads.ts'
import { uploadForm } from './upload-form.ts'

/** Milliseconds; longer than the two minutes of a site. */
const LARGE_TIMEOUT_MS = 150_000

const INVENTED_TOKEN = `trazo_00000000_${'A'.repeat(43)}`

/** A refusal of a large body may not arrive: the site closes the connection. */
const unlessCut = async (sent: Promise<Response>, isLarge: boolean): Promise<Response | undefined> => {
  try {
    return await sent
  } catch (error) {
    if (isLarge && error instanceof TypeError) return undefined
    throw error
  }
}

const checkRefused = async (run: PublishingRun, upload: RefusedUpload): Promise<void> => {
  const { site, plan, remote, idOf, before } = run
  const { name, what, escaped, isLarge = false, formOf } = upload
  const init = isLarge ? { signal: AbortSignal.timeout(LARGE_TIMEOUT_MS) } : {}
  const answer = await unlessCut(callReleases(site, formOf(plan, idOf(name)), init), isLarge)
  if (answer) await requireRefusal(answer, `una subida ${what}`)
  await requireUnchanged(run, before, `una subida ${what}`)
  await requireNotServed(run, name)
  if (escaped === undefined) return
  for (const folder of ['', `${remote}/`, `${remote}/${idOf(name)}/`]) {
    const served = await fetch(`${site.url}/r/${folder}${escaped}`)
    requireRule(served.status === 404, `una subida ${what} dejó un archivo en /r/${folder}${escaped}`)
  }
}

const checkNoToken = async (run: PublishingRun): Promise<void> => {
  for (const token of [undefined, INVENTED_TOKEN]) {
    const answer = await callReleases({ ...run.site, token }, uploadForm(releaseOf(run, 'no-token')))
    requireRule(answer.status === 401, `una subida sin token válido respondió ${answer.status}, no 401`)
  }
  await requireUnchanged(run, run.before, 'una subida sin token válido')
  await requireNotServed(run, 'no-token')
}

/** Closes the connection when half of the body has left this machine. */
const sendHalf = async ({ site }: PublishingRun, form: FormData): Promise<void> => {
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  const body = Buffer.from(await whole.arrayBuffer())
  const send = site.url.startsWith('https:') ? requestSecure : requestPlain
  await new Promise<void>((resolve) => {
    const sent = send(`${site.url}/releases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.token}`, 'content-type': type, 'content-length': body.length },
    })
    sent.on('error', () => undefined)
    sent.on('close', () => resolve())
    sent.write(body.subarray(0, Math.floor(body.length / 2)), () => sent.destroy())
  })
}

/** Its release is published whole afterwards. */
const checkCut = async (run: PublishingRun): Promise<void> => {
  await sendHalf(run, uploadForm(releaseOf(run, '1')))
  await requireUnchanged(run, run.before, 'una subida cortada')
  await requireNotServed(run, '1')
}

const checkCommands = async (run: PublishingRun): Promise<void> => {
  const commands = [
    { kind: 'to', release: '../x' },
    { kind: 'to', release: run.idOf('never') },
    { kind: 'approve', release: run.idOf('never') },
    { kind: 'no-such-kind' },
  ]
  for (const command of commands)
    await requireRefusal(await callReleases(run.site, command), `pedir ${JSON.stringify(command)}`)
  await requireUnchanged(run, run.before, 'una orden que no puede cumplirse')
}

const report = async (run: PublishingRun, result: Promise<ConformanceResult>): Promise<void> => run.report(await result)

/** Nothing of this may change the site. */
export const checkRefusals = async (run: PublishingRun): Promise<void> => {
  await report(
    run,
    resultOf('5 subida sin token válido', () => checkNoToken(run)),
  )
  await report(
    run,
    resultOf('6 órdenes que no pueden cumplirse', () => checkCommands(run)),
  )
  for (const upload of refusedUploads(run.bounds))
    if (!run.isStopped())
      await report(
        run,
        resultOf(`7 subida ${upload.what}`, () => checkRefused(run, upload)),
      )
  if (!run.isStopped())
    await report(
      run,
      resultOf('7 subida cortada', () => checkCut(run)),
    )
}
