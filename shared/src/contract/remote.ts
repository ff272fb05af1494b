import type { ComponentType } from 'react'
import * as v from 'valibot'
import type { UserFile } from './files.ts'
import type { mounts } from './paths.ts'

/** Marks a module as one of ours; anything else that answers under a remote's name is refused. */
export const REMOTE_BRAND = 'trazo-remote'

/** Number of this contract. It rises when a change would break a remote that is already released. */
export const REMOTE_CONTRACT = 1

export const remoteNames = ['mf_auth', 'mf_documents', 'mf_signing'] as const
export type RemoteName = (typeof remoteNames)[number]

/** Props of the screens that one remote lends to another. */
export interface DocumentEditorProps {
  readonly file: UserFile
  readonly onClose: () => void
  /** Something about the document changed on the server (fields, invitations, signatures). */
  readonly onChanged: () => void
}
export type UrlGeneratorProps = Record<string, never>

/** A picture of a document's first page. The slot shows nothing by itself: mount it `quiet`, show what it hands over. */
export interface PagePictureProps {
  /** A document of the owner, or a file that has not been uploaded. */
  readonly source:
    | { readonly kind: 'document'; readonly document: UserFile }
    | { readonly kind: 'file'; readonly file: File }
  /** Pixels of the device. */
  readonly width: number
  /** Called once, unless the slot goes away before. */
  readonly onPicture: (picture: Blob, pageCount: number) => void
  readonly onFailure: () => void
}

declare global {
  interface Window {
    /** What the first script of a remote's page needs has arrived. The site fetches the shell after it, or a second later. */
    trazoArrived?: Promise<unknown> | undefined
    /** What that script has begun is done. Its work goes before the shell's, for a moment. */
    trazoFirst?: Promise<unknown> | undefined
    /**
     * Takes away what that script has laid over the page, if anything. Whoever shows something else where the remote
     * would have shown itself calls it.
     */
    trazoUncover?: (() => void) | undefined
  }
}

/** Slots by remote. A slot's props are the whole contract between the two teams. */
export interface RemoteSlots {
  mf_auth: Record<string, never>
  mf_documents: Record<string, never>
  mf_signing: {
    'document-editor': DocumentEditorProps
    'url-generator': UrlGeneratorProps
    'page-picture': PagePictureProps
  }
}
export type SlotName<N extends RemoteName> = keyof RemoteSlots[N] & string

/** The addresses that the shell gives to a remote. */
export type MountPath<N extends RemoteName> = Extract<(typeof mounts)[number], { remote: N }>['path']

/** A page of a remote: one of the shell's mount patterns and what stands there. */
export interface RemoteRoute<N extends RemoteName = RemoteName> {
  readonly path: MountPath<N>
  readonly Component: ComponentType
}

/** What a remote's `./app` exports by default: `export default { … } satisfies RemoteApp<'mf_auth'>`. */
export interface RemoteApp<N extends RemoteName = RemoteName> {
  readonly brand: typeof REMOTE_BRAND
  readonly contract: typeof REMOTE_CONTRACT
  readonly name: N
  readonly routes: readonly RemoteRoute<N>[]
  readonly slots: { readonly [S in SlotName<N>]: ComponentType<RemoteSlots[N][S] & object> }
}

const component = v.custom<ComponentType>(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value),
  'not a component',
)

/** Checks what a remote handed over before any of it is mounted. Messages name both sides, for the team's console. */
export const RemoteAppSchema = v.object({
  brand: v.literal(REMOTE_BRAND, `the module is not a ${REMOTE_BRAND}`),
  contract: v.literal(
    REMOTE_CONTRACT,
    (issue) => `the remote speaks contract ${issue.received}, the shell ${REMOTE_CONTRACT}`,
  ),
  name: v.picklist(remoteNames),
  routes: v.array(v.object({ path: v.pipe(v.string(), v.startsWith('/')), Component: component })),
  slots: v.record(v.string(), component),
})
