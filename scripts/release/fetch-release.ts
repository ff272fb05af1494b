import * as v from 'valibot'
import { parseContract, type RemoteContract } from '../../shared/build/checks/contract.ts'
import { integrityOf } from '../../shared/build/integrity/integrity.ts'
import { ReleaseIdSchema } from '../../shared/src/contract/site/registry.ts'
import { ReleaseError } from '../../shell/server/registry/release-error.ts'
import { StoredReleaseSchema } from '../../shell/server/registry/stored-registry.ts'
import type { ForeignRelease } from '../../shell/server/registry/switch-release.ts'

const TIMEOUT_MS = 10_000

const Hashes = v.record(v.string(), v.string())
const Manifest = v.object({
  metaData: v.object({ remoteEntry: v.object({ integrity: v.pipe(v.string(), v.startsWith('sha')) }) }),
})

const refuseRelease = (why: string): never => {
  throw new ReleaseError('refused', `${why}. No se publicó nada.`)
}

const fetchText = async (url: string): Promise<string> => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: unknown) => refuseRelease(`${url} no se puede leer: ${error}`),
  )
  if (!answer.ok) refuseRelease(`${url} contestó ${answer.status}`)
  if (answer.headers.get('access-control-allow-origin') === null)
    refuseRelease(`${url} no permite leerlo desde el sitio: le falta Access-Control-Allow-Origin`)
  return answer.text()
}

/** Every remote imports it. */
const PROBE = 'shared/contract'

export interface FetchedRelease extends ForeignRelease {
  readonly contract: RemoteContract
}

/**
 * Reads a release on another origin and what the registry says of it.
 * @param manifest absolute address of its mf-manifest.json
 * @throws ReleaseError `refused`
 */
export const fetchRelease = async (name: string, manifest: string): Promise<FetchedRelease> => {
  if (!URL.canParse(manifest) || !v.is(StoredReleaseSchema.entries.manifest, manifest))
    return refuseRelease(
      `${manifest} no es la dirección de un manifiesto que el registro admita (docs/registry.md#another-origin)`,
    )
  const beside = (file: string): Promise<string> => fetchText(new URL(file, manifest).href)
  const [text, record, hashes] = [
    await fetchText(manifest),
    await beside('contract.json'),
    await beside('integrity.json'),
  ]
  const listed = v.parse(Hashes, JSON.parse(hashes))
  if (listed['mf-manifest.json'] !== integrityOf(text) || listed['contract.json'] !== integrityOf(record))
    return refuseRelease(`integrity.json no es del mismo build que ${manifest}`)
  if (!v.is(Manifest, JSON.parse(text))) return refuseRelease(`${manifest} no trae el hash de su entrada`)
  const contract = parseContract(record)
  if (contract.name === 'shell' || contract.name !== name)
    return refuseRelease(`En ${manifest} está ${contract.name}, no ${name}`)
  const id = v.parse(ReleaseIdSchema, contract.release)
  const shared = contract.needs[PROBE] ?? refuseRelease(`${name} ${id} no usa ${PROBE}`)
  return { id, contract, release: { manifest, integrity: integrityOf(text), shared, files: integrityOf(hashes) } }
}
