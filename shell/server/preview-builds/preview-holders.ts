import type { RemoteName } from 'shared/contract'
import * as v from 'valibot'
import { findPublisher, listPublishers, notePublisherUse } from '../publishing/publisher-tokens.ts'
import type { TokenHolder } from '../publishing/token-file.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { findPreviewToken, listPreviewTokens, notePreviewTokenUse } from './preview-tokens.ts'

const kinds = {
  publisher: { list: listPublishers, find: findPublisher, noteUse: notePublisherUse },
  preview: { list: listPreviewTokens, find: findPreviewToken, noteUse: notePreviewTokenUse },
}

/** Whose token, without the token. */
export const PreviewHolderSchema = v.strictObject({
  kind: v.picklist(['publisher', 'preview']),
  /** Unique among tokens of its kind. */
  id: v.string(),
})
export type PreviewHolder = v.InferOutput<typeof PreviewHolderSchema>

export type FoundHolder = PreviewHolder & Pick<TokenHolder, 'remote' | 'owner'>

export const findPreviewHolder = async (
  store: ReleaseStore,
  authorization: string | undefined,
): Promise<FoundHolder | undefined> => {
  for (const kind of ['publisher', 'preview'] as const) {
    const found = await kinds[kind].find(store, authorization)
    if (found) return { kind, id: found.id, remote: found.remote, owner: found.owner }
  }
  return undefined
}

/** False for a revoked token, and for one of another remote. */
export const isPreviewHolder = async (
  store: ReleaseStore,
  { kind, id }: PreviewHolder,
  remote: RemoteName,
): Promise<boolean> =>
  (await kinds[kind].list(store)).some((one) => one.id === id && one.remote === remote && !one.revokedAt)

export const noteHolderUse = (store: ReleaseStore, { kind, id }: PreviewHolder, now: Date): Promise<void> =>
  kinds[kind].noteUse(store, id, now)
