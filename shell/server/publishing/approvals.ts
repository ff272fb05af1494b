import type { RemoteName } from 'shared/contract'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { jsonFile } from './json-file.ts'
import { type KnownPublisher, listPublishers } from './publisher-tokens.ts'

const WaitingSchema = v.object({
  publisher: v.string(),
  /** Integrity of what was published; older records lack it and are refused. */
  files: v.optional(v.string()),
  canary: v.optional(v.number()),
})
type Waiting = v.InferOutput<typeof WaitingSchema>

interface Publication {
  readonly release: string
  readonly files: string
  readonly canary?: number | undefined
}

/** By `<remote>/<release>`. */
const file = jsonFile('unapproved.json', v.record(v.string(), WaitingSchema), {})

const releaseKey = (remote: RemoteName, release: string): string => `${remote}/${release}`

export const awaitApproval = (store: ReleaseStore, { remote, id }: KnownPublisher, publication: Publication) =>
  file.edit(store, (all) => {
    const { release, files, canary } = publication
    const waiting = { publisher: id, files, ...(canary === undefined ? {} : { canary }) }
    return [{ ...all, [releaseKey(remote, release)]: waiting }, undefined]
  })

/** @throws ReleaseError `refused` */
export const findWaiting = async (
  store: ReleaseStore,
  publisher: KnownPublisher,
  release: string,
): Promise<Waiting & Pick<Publication, 'files'>> => {
  const { remote, id } = publisher
  const waiting = (await file.read(store))[releaseKey(remote, release)]
  if (!waiting) throw new ReleaseError('unknown', `${remote} ${release} no espera ninguna aprobación.`)
  if (waiting.publisher === id)
    throw new ReleaseError(
      'refused',
      `${remote} ${release} se publicó con este mismo token: la aprueba otra persona, con el suyo.`,
    )
  const author = (await listPublishers(store)).find((known) => known.id === waiting.publisher)
  const { files } = waiting
  if (!author || author.revokedAt || files === undefined)
    throw new ReleaseError(
      'refused',
      `${remote} ${release} se publicó con un token que ya no vale, o antes de actualizar el sitio: hay que publicarla de nuevo.`,
    )
  return { ...waiting, files }
}

export const endWaiting = (store: ReleaseStore, remote: RemoteName, release: string): Promise<void> =>
  file.edit(store, ({ [releaseKey(remote, release)]: _ended, ...others }) => [others, undefined])
