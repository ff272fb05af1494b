import { useEffect, useState } from 'react'
import { type Bearer, failureText, messageOf } from 'shared/http'
import { notify } from 'shared/state'
import { signatureTexts } from '../annotations/signatures/texts.ts'
import type { SavedOffer, SavedPicture } from '../signature-dialog/saved-offer.ts'

/** With pdf.js's outlines; not for everybody. */
const loadStore = () => import(/* webpackChunkName: "saved-signatures" */ './stored-signatures.ts')

export interface SignerAccount {
  readonly bearer: Bearer
  readonly name: string | undefined
}

/** Nothing without an account. @param findAccount called once */
export const useSavedOffer = (
  findAccount: (signal: AbortSignal) => Promise<SignerAccount | undefined>,
): SavedOffer | undefined => {
  const [account, setAccount] = useState<SignerAccount & Pick<SavedOffer, 'most'>>()
  const [signatures, setSignatures] = useState<readonly SavedPicture[]>([])
  const [find] = useState(() => findAccount)
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const found = await find(controller.signal)
      if (!found) return
      const { listPictures, SAVED_SIGNATURES_MAX: most } = await loadStore()
      const pictures = await listPictures(found.bearer, controller.signal)
      if (controller.signal.aborted) return
      setSignatures(pictures)
      setAccount({ ...found, most })
    }
    load().catch(() => undefined)
    return () => controller.abort()
  }, [find])

  if (!account) return undefined
  const { bearer, name, most } = account
  return {
    signatures,
    most,
    forget: (signature) =>
      void loadStore()
        .then(({ forgetPicture }) => forgetPicture(bearer, signature))
        .then(
          () => {
            setSignatures((all) => all.filter(({ id }) => id !== signature.id))
            notify({ type: 'info', message: signatureTexts.forgotten(signature.name) })
          },
          (error: unknown) => notify({ type: 'error', message: messageOf(error) }),
        ),
    keep: (drawing, pen) =>
      void loadStore()
        .then(({ keepDrawing }) => keepDrawing(bearer, drawing, pen, name))
        .then(
          (pictures) => setSignatures((all) => [...pictures, ...all]),
          (error: unknown) => notify({ type: 'warning', message: failureText(error, signatureTexts.notKeptForLater) }),
        ),
  }
}
