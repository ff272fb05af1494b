import type { RemoteName } from 'shared/contract'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { jsonFile } from './json-file.ts'
import { listPublishers, type Publisher } from './publisher-tokens.ts'

const WaitingSchema = v.object({
  publisher: v.string(),
  canary: v.optional(v.number()),
})
type Waiting = v.InferOutput<typeof WaitingSchema>

/** By `<remote>/<release>`. */
const file = jsonFile('unapproved.json', v.record(v.string(), WaitingSchema), {})

const releaseKey = (remote: RemoteName, release: string): string => `${remote}/${release}`

export const awaitApproval = (store: ReleaseStore, { remote, id }: Publisher, release: string, canary?: number) =>
  file.edit(store, (all) => [
    { ...all, [releaseKey(remote, release)]: { publisher: id, ...(canary === undefined ? {} : { canary }) } },
    undefined,
  ])

/** @throws ReleaseError `refused` if a second person must approve it first */
export const requireApproved = async (store: ReleaseStore, remote: RemoteName, release: string): Promise<void> => {
  if ((await file.read(store))[releaseKey(remote, release)])
    throw new ReleaseError(
      'refused',
      `${remote} ${release} espera que otra persona la apruebe, con --approve ${release}.`,
    )
}

/** @throws ReleaseError `refused` */
export const findWaiting = async (store: ReleaseStore, publisher: Publisher, release: string): Promise<Waiting> => {
  const { remote, id } = publisher
  const waiting = (await file.read(store))[releaseKey(remote, release)]
  if (!waiting) throw new ReleaseError('unknown', `${remote} ${release} no espera ninguna aprobación.`)
  if (waiting.publisher === id)
    throw new ReleaseError(
      'refused',
      `${remote} ${release} se publicó con este mismo token: la aprueba otra persona, con el suyo.`,
    )
  const author = (await listPublishers(store)).find((known) => known.id === waiting.publisher)
  if (!author || author.revokedAt)
    throw new ReleaseError(
      'refused',
      `${remote} ${release} se publicó con un token que ya no vale: hay que publicarla de nuevo.`,
    )
  return waiting
}

export const endWaiting = (store: ReleaseStore, remote: RemoteName, release: string): Promise<void> =>
  file.edit(store, ({ [releaseKey(remote, release)]: _ended, ...others }) => [others, undefined])
