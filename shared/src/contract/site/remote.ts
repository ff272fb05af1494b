import type { ComponentType } from 'react'
import * as v from 'valibot'
import type { UserFile } from '../documents/files.ts'
import type { mounts } from './paths.ts'

/** The shell refuses modules without it. */
export const REMOTE_BRAND = 'trazo-remote'

/** Increase it when a change breaks released remotes. */
export const REMOTE_CONTRACT = 1

/** Built in: their mounts are static (`mounts`). The registry may add others. */
export const remoteNames = ['mf_auth', 'mf_documents', 'mf_signing'] as const
export type BuiltInRemote = (typeof remoteNames)[number]

/** Name in the registry. Hyphens of a repository's name become underscores. */
export type RemoteName = `mf_${string}`

/** Also a global variable, a folder and a metrics label. */
export const RemoteNameSchema = v.pipe(
  v.string(),
  v.regex(/^mf(?:_[a-z0-9]+)+$/),
  v.maxLength(40),
  v.guard((text): text is RemoteName => text.startsWith('mf_')),
)

export const isRemoteName = (name: string): name is RemoteName => v.is(RemoteNameSchema, name)

/** Added remotes have mounts and slots that the shell learns from the registry. */
export const isBuiltIn = (name: string): name is BuiltInRemote => remoteNames.some((known) => known === name)

/** Slot of mf_signing. `onChanged`: the list must be read again. */
export interface DocumentEditorProps {
  readonly file: UserFile
  readonly onClose: () => void
  readonly onChanged: () => void
}
export type UrlGeneratorProps = Record<string, never>

/**
 * Renders nothing: mount it `quiet` and show the result
 * of `onPicture`. For files that are not uploaded: the API has
 * pictures of stored documents. `document` ends with 0.4.0, and gets
 * `onFailure` since 0.3.0: an earlier host keeps its drawing.
 */
export interface PagePictureProps {
  readonly source:
    | { readonly kind: 'document'; readonly document: UserFile }
    | { readonly kind: 'file'; readonly file: File }
  /** Device pixels. */
  readonly width: number
  /** Called once, unless the slot unmounts first. */
  readonly onPicture: (picture: Blob, pageCount: number) => void
  readonly onFailure: () => void
}

/**
 * The props are the contract between teams. An added remote declares its
 * slots with `declare module 'shared/contract'`.
 */
export interface RemoteSlots {
  mf_auth: Record<string, never>
  mf_documents: Record<string, never>
  mf_signing: {
    'document-editor': DocumentEditorProps
    'url-generator': UrlGeneratorProps
    'page-picture': PagePictureProps
  }
}
export type SlotsOf<N extends RemoteName> = N extends keyof RemoteSlots ? RemoteSlots[N] : Record<never, never>
export type SlotName<N extends RemoteName> = keyof SlotsOf<N> & string

/** An added remote's paths are below its prefixes. */
export type MountPath<N extends RemoteName> = N extends BuiltInRemote
  ? Extract<(typeof mounts)[number], { remote: N }>['path']
  : `/${string}`

export interface RemoteRoute<N extends RemoteName = RemoteName> {
  readonly path: MountPath<N>
  readonly Component: ComponentType
}

/** The one export of a remote's `app.tsx`. */
export interface RemoteApp<N extends RemoteName = RemoteName> {
  readonly brand: typeof REMOTE_BRAND
  readonly contract: typeof REMOTE_CONTRACT
  readonly name: N
  readonly routes: readonly RemoteRoute<N>[]
  readonly slots: { readonly [S in SlotName<N>]: ComponentType<SlotsOf<N>[S] & object> }
}

const component = v.custom<ComponentType>(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value),
  'not a component',
)

/** Messages name both versions. */
export const RemoteAppSchema = v.object({
  brand: v.literal(REMOTE_BRAND, `the module is not a ${REMOTE_BRAND}`),
  contract: v.literal(
    REMOTE_CONTRACT,
    (issue) => `the remote speaks contract ${issue.received}, the shell ${REMOTE_CONTRACT}`,
  ),
  name: RemoteNameSchema,
  routes: v.array(v.object({ path: v.pipe(v.string(), v.startsWith('/')), Component: component })),
  slots: v.record(v.string(), component),
})
