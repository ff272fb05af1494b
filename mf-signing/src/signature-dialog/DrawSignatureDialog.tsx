import PenLine from 'lucide-react/icons/pen-line'
import { useReducer, useState } from 'react'
import type { SignatureResult } from 'shared/contract'
import { Dialog } from 'shared/controls'
import { isAbort } from 'shared/http'
import { useOnline, useRequestKey } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { isOffline } from '../is-offline.ts'
import { Consent } from '../signing/Consent.tsx'
import { RELOAD_LABEL } from '../signing/constants.ts'
import { ExternalSignerButton } from '../signing/ExternalSignerButton.tsx'
import { documentDiffers, signingReason } from '../signing/signing-refused.ts'
import { dialogTexts } from './constants.ts'
import { dialogReducer, dialogStart } from './dialog-flow.ts'
import { isBlankDrawing, pngOf, readyDrawing, type SignatureDrawing } from './drawing.ts'
import { KeepSignature, SavedSignatures } from './SavedSignatures.tsx'
import { SignatureMaker } from './SignatureMaker.tsx'
import { SignedConfirmation } from './SignedConfirmation.tsx'
import { type SavedOffer, savedIdOf } from './saved-offer.ts'
import { type DrawingMemory, useMadeSignature } from './use-made-signature.ts'

export interface DrawSignatureDialogProps {
  readonly open: boolean
  readonly signerName: string
  readonly knownName?: string | undefined
  readonly saved?: SavedOffer | undefined
  readonly memory?: DrawingMemory | undefined
  readonly documentName: string
  /** Several documents, signed in one act. */
  readonly joint?: JointWords | undefined
  /**
   * Retries reuse the key.
   * @param signatureData PNG data URL
   * @throws HttpError, SigningRefused
   */
  readonly sign: (signatureData: string, idempotencyKey: string) => Promise<SignatureResult>
  readonly onReload: () => void
  readonly onExternalSigner?: (() => void) | undefined
  readonly onSigned: (result: SignatureResult) => void
  readonly onClose: () => void
}

interface JointWords {
  /** Who signs how many documents. */
  readonly who: (name: string) => string
  readonly button: string
  readonly words: {
    readonly signed: string
    readonly processing?: string
    readonly documents?: readonly string[]
  }
}

const signingFailureMessage = (error: unknown): string | undefined => {
  if (isOffline(error)) return dialogTexts.offline
  const reason = signingReason(error)
  return reason === dialogTexts.failed ? undefined : reason
}

const useSigning = ({ knownName, saved, memory, sign, onReload, onSigned, onClose }: DrawSignatureDialogProps) => {
  const [state, dispatch] = useReducer(dialogReducer, dialogStart)
  const { drawing, setDrawing, pen, setPen, clear } = useMadeSignature(knownName, memory)
  const [kept, setKept] = useState(false)
  const [round, setRound] = useState(0)
  const keyOf = useRequestKey()

  const submit = async () => {
    dispatch({ type: 'sign-pressed' })
    try {
      await readyDrawing(drawing)
      const signatureData = pngOf(drawing, pen)
      const result = await sign(signatureData, keyOf(JSON.stringify([round, signatureData])))
      dispatch({ type: 'sign-succeeded', result })
      onSigned(result)
      if (kept && savedIdOf(drawing) === undefined) saved?.keep(drawing, pen)
    } catch (error) {
      if (isAbort(error)) return
      const [differs, offline] = [documentDiffers(error), isOffline(error)]
      dispatch({ type: 'sign-failed', reason: signingFailureMessage(error), differs, offline })
    }
  }
  const waits = state.step === 'draw' && state.attempt.kind === 'failed' && state.attempt.offline
  useOnline(waits, () => void submit())
  const leave = () => {
    dispatch({ type: 'finished' })
    if (state.step === 'confirmation') {
      clear()
      setKept(false)
      setRound(round + 1)
    }
    onClose()
  }
  const reload = () => {
    dispatch({ type: 'reloaded' })
    onReload()
  }
  const draw = (next: SignatureDrawing) => {
    setDrawing(next)
    dispatch({ type: 'drawn' })
  }
  return { state, drawing, draw, pen, setPen, kept, setKept, submit, leave, reload }
}

export function DrawSignatureDialog(props: DrawSignatureDialogProps) {
  const { open, signerName, documentName, saved, joint } = props
  const { state, leave, ...making } = useSigning(props)
  if (state.step === 'confirmation')
    return <SignedConfirmation open={open} result={state.result} title={joint?.words.signed} onClose={leave} />
  const signing = state.attempt.kind === 'under-way'
  const failed = state.attempt.kind === 'failed' ? state.attempt : undefined
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={dialogTexts.title}
      description={joint?.who(signerName) ?? `${signerName} firma «${documentName}».`}
      closable={!signing}
      footer={
        <>
          <Button onClick={leave} disabled={signing}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            icon={<PenLine />}
            disabled={isBlankDrawing(making.drawing)}
            busy={signing}
            busyLabel={joint?.words.processing ?? 'Firmando…'}
            onClick={making.submit}
          >
            {failed ? 'Reintentar firma' : (joint?.button ?? 'Firmar documento')}
          </Button>
        </>
      }
    >
      <SavedSignatures offer={saved} drawing={making.drawing} onDrawing={making.draw} disabled={signing} />
      <SignatureMaker
        drawing={making.drawing}
        onDrawing={making.draw}
        pen={making.pen}
        onPen={making.setPen}
        disabled={signing}
      />
      <KeepSignature
        offer={saved}
        drawing={making.drawing}
        kept={making.kept}
        onKept={making.setKept}
        disabled={signing}
      />
      {props.onExternalSigner && <ExternalSignerButton onClick={props.onExternalSigner} disabled={signing} />}
      <Consent documents={joint?.words.documents} />
      {failed && <Failure {...failed} onReload={making.reload} />}
    </Dialog>
  )
}

interface FailureProps {
  readonly reason?: string | undefined
  readonly differs: boolean
  readonly onReload: () => void
}

function Failure({ reason, differs, onReload }: FailureProps) {
  return (
    <Alert
      tone="error"
      live="assertive"
      title={dialogTexts.failed}
      actions={differs && <Button onClick={onReload}>{RELOAD_LABEL}</Button>}
    >
      {reason}
    </Alert>
  )
}
