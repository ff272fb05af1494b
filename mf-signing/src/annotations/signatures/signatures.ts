import { reportUnknown } from 'shared/http'
import { annotationsApi, SAVED_SIGNATURES_MAX, type SavedSignature } from 'shared/http/deferred'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import type { PdfjsEditor, SignatureManager, SignatureOutline } from '../adapter/pdfjs-internals.ts'
import {
  packOutline,
  pictureOf,
  placeableSignature,
  SIGNATURE_HEIGHT,
  type SignaturePicture,
  type UnpackedSignature,
  unpackOutline,
} from '../adapter/signature-outlines.ts'
import type { ValueStore } from '../store.ts'
import { createStore } from '../store.ts'

export interface KeptSignature {
  readonly id: number
  readonly name: string
  readonly unpacked: UnpackedSignature
  readonly picture: SignaturePicture
}

export type KeptSignatures =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly signatures: readonly KeptSignature[] }
  | { readonly kind: 'failed' }

export interface SignatureRequest {
  readonly editor: PdfjsEditor
}

interface NewSignature {
  readonly outline: SignatureOutline
  readonly method: SavedSignature['way']
  readonly name: string
  readonly keep: boolean
}

export interface SignaturesModel {
  readonly manager: SignatureManager
  readonly request: ValueStore<SignatureRequest | undefined>
  readonly kept: ValueStore<KeptSignatures>
  /** Never rejects. */
  readonly load: () => Promise<void>
  /** Rejects if it could not be saved. */
  readonly add: (signature: NewSignature) => Promise<void>
  readonly cancel: () => void
  readonly place: (component: AnnotationComponent, signature: KeptSignature) => void
  /** @throws HttpError */
  readonly forget: (signature: KeptSignature) => Promise<void>
}

const unpack = async ({ id, name, outlines }: SavedSignature): Promise<readonly KeptSignature[]> => {
  const unpacked = await unpackOutline(outlines)
  return unpacked ? [{ id, name, unpacked, picture: pictureOf(unpacked) }] : []
}

export const signaturesIn = (kept: KeptSignatures): readonly KeptSignature[] =>
  kept.kind === 'ready' ? kept.signatures : []

export const isFull = (kept: KeptSignatures): boolean => signaturesIn(kept).length >= SAVED_SIGNATURES_MAX

const keep = async ({ outline, method, name }: NewSignature): Promise<SavedSignature> =>
  annotationsApi.keepSignature({ way: method, name, outlines: await packOutline(outline) })

export const createSignatures = (): SignaturesModel => {
  const request = createStore<SignatureRequest | undefined>(undefined)
  const kept = createStore<KeptSignatures>({ kind: 'unknown' })

  const load = async (): Promise<void> => {
    if (kept.get().kind === 'loading') return
    if (kept.get().kind !== 'ready') kept.set({ kind: 'loading' })
    try {
      const signatures = await Promise.all((await annotationsApi.signatures()).map(unpack))
      kept.set({ kind: 'ready', signatures: signatures.flat() })
    } catch (error) {
      reportUnknown(error)
      kept.set({ kind: 'failed' })
    }
  }

  const finish = (): PdfjsEditor | undefined => {
    const { editor } = request.get() ?? {}
    request.set(undefined)
    return editor
  }

  return {
    manager: {
      loadSignatures: () => {
        // Doesn't delay the mode.
        void load()
        return undefined
      },
      getSignature: ({ editor }) => request.set({ editor }),
      renderEditButton: async () => null,
      destroy: () => request.set(undefined),
    },
    request,
    kept,
    load,
    add: async (signature) => {
      finish()?.addSignature(signature.outline, SIGNATURE_HEIGHT, signature.name, null)
      if (!signature.keep) return
      const saved = await unpack(await keep(signature))
      kept.set({ kind: 'ready', signatures: [...saved, ...signaturesIn(kept.get())] })
    },
    cancel: () => finish()?.remove(),
    place: (component, { id, name, unpacked }) =>
      component.addSignature(placeableSignature(unpacked, name, String(id))),
    forget: async ({ id }) => {
      await annotationsApi.forgetSignature(id)
      kept.set({ kind: 'ready', signatures: signaturesIn(kept.get()).filter((other) => other.id !== id) })
    },
  }
}
