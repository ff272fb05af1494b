import '../../shared/node/running-node.ts'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSite } from '../../shared/build/command/parse-site.ts'
import { isRemoteName } from '../../shared/src/contract/site/remote.ts'
import type { PublishingCheck } from './publishing/check-publishing.ts'
import { runConformance } from './run-checks.ts'
import type { CheckedSite, ConformanceResult } from './site-calls.ts'

const USAGE = `pnpm conformance --site https://…    comprueba que un sitio sigue docs/registry/v1.md; no publica nada
  TRAZO_RELEASE_TOKEN                el token de un remoto, o TRAZO_RELEASE_TOKEN_FILE: comprueba además sus órdenes
  --publish <remoto>                 publica versiones pequeñas de ese remoto, y vuelve a lo que estaba en vivo
  --replace-live                     también si ese remoto tiene una versión en vivo
  TRAZO_APPROVER_TOKEN               el de una segunda persona, si en el sitio aprueba otra`

const { env } = process

interface ConformanceCommand {
  readonly site: CheckedSite
  readonly publishing: Pick<PublishingCheck, 'remote' | 'replacesLive' | 'approver'> | undefined
}

const plainSite = (address: string): CheckedSite => {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new Error('Falta --site con la dirección de un sitio.')
  const { TRAZO_RELEASE_TOKEN: given, TRAZO_RELEASE_TOKEN_FILE: file } = env
  const token = (given || (file ? readFileSync(file, 'utf8') : '')).trim()
  return { url: url.origin, token: token || undefined }
}

const parseCommand = (): ConformanceCommand => {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((one) => one !== '--'),
    options: { site: { type: 'string' }, publish: { type: 'string' }, 'replace-live': { type: 'boolean' } },
  })
  const { site = '', publish, 'replace-live': replacesLive = false } = values
  if (publish === undefined) return { site: plainSite(site), publishing: undefined }
  const remote = publish.replaceAll('-', '_')
  if (!isRemoteName(remote)) throw new Error(`--publish ${publish} no es el nombre de un remoto.`)
  const approver = env.TRAZO_APPROVER_TOKEN?.trim() || undefined
  return { site: parseSite(site, env), publishing: { remote, replacesLive, approver } }
}

const lineOf = ({ rule, problem, note }: ConformanceResult): string => {
  if (problem !== undefined) return `✗ ${rule}: ${problem}`
  return note === undefined ? `✓ ${rule}` : `· ${rule}: ${note}`
}

try {
  const { site, publishing } = parseCommand()
  let isStopped = false
  // The site is put back first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true
    })
  const results = await runConformance(site, publishing && { ...publishing, isStopped: () => isStopped })
  for (const result of results) console.log(lineOf(result))
  process.exitCode = isStopped || results.some(({ problem }) => problem !== undefined) ? 1 : 0
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  process.exitCode = 1
}
