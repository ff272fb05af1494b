import PenLine from 'lucide-react/icons/pen-line'
import { useReducer, useState } from 'react'
import type { SignatureResult } from 'shared/contract'
import { Dialog } from 'shared/controls'
import { isAbort } from 'shared/http'
import { Alert, Button } from 'shared/ui'
import { Consent } from '../signing-flow/Consent.tsx'
import { flowTexts } from '../signing-flow/constants.ts'
import { documentDiffers, signingReason } from '../signing-flow/signing-refused.ts'
import { DEFAULT_PEN, dialogTexts } from './constants.ts'
import { dialogReducer, dialogStart } from './dialog-flow.ts'
import type { Drawing } from './drawing.ts'
import { blankDrawing, isBlank, pngOf } from './drawing.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { SignatureConfirmation } from './SignatureConfirmation.tsx'
import { SignatureMaker } from './SignatureMaker.tsx'
import type { Pen } from './strokes.ts'

export interface SignatureDialogProps {
  readonly open: boolean
  readonly signerName: string
  readonly documentName: string
  /**
   * Signs with a PNG data URL; retries reuse the key.
   * @throws HttpError, SigningRefused
   */
  readonly sign: (signatureData: string, idempotencyKey: string) => Promise<SignatureResult>
  /** Reload: the server has another version of the document. */
  readonly onReload: () => void
  readonly onSigned: (result: SignatureResult) => void
  readonly onClose: () => void
}

/** The server's reason, unless it repeats the dialog's text. */
const reasonOf = (error: unknown): string | undefined => {
  const reason = signingReason(error)
  return reason === dialogTexts.failed ? undefined : reason
}

/** Step 1: create a signature and sign. Step 2: confirmation. */
export function SignatureDialog(props: SignatureDialogProps) {
  const { open, signerName, documentName, sign, onReload, onSigned, onClose } = props
  const [state, dispatch] = useReducer(dialogReducer, dialogStart)
  const [drawing, setDrawing] = useState<Drawing>(blankDrawing)
  const [pen, setPen] = useState<Pen>(DEFAULT_PEN)
  const [key, setKey] = useState(() => newIdempotencyKey())
  const signing = state.step === 'draw' && state.attempt.kind === 'under-way'
  const failed = state.step === 'draw' && state.attempt.kind === 'failed' ? state.attempt : undefined

  const submit = async () => {
    dispatch({ type: 'sign-pressed' })
    try {
      const result = await sign(pngOf(drawing, pen), key)
      dispatch({ type: 'sign-succeeded', result })
      onSigned(result)
    } catch (error) {
      if (!isAbort(error)) dispatch({ type: 'sign-failed', reason: reasonOf(error), differs: documentDiffers(error) })
    }
  }
  const leave = () => {
    dispatch({ type: 'finished' })
    if (state.step === 'confirmation') {
      setDrawing(blankDrawing)
      setKey(newIdempotencyKey())
    }
    onClose()
  }
  const reload = () => {
    dispatch({ type: 'reloaded' })
    onReload()
  }
  const draw = (next: Drawing) => {
    setDrawing(next)
    dispatch({ type: 'drawn' })
  }

  if (state.step === 'confirmation') {
    return (
      <Dialog
        open={open}
        onClose={leave}
        title={dialogTexts.signed}
        tone="success"
        footer={
          <Button variant="primary" onClick={leave}>
            Finalizar
          </Button>
        }
      >
        <SignatureConfirmation result={state.result} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={dialogTexts.title}
      description={`${signerName} firma «${documentName}».`}
      closable={!signing}
      footer={
        <>
          <Button onClick={leave} disabled={signing}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            icon={<PenLine />}
            disabled={isBlank(drawing)}
            busy={signing}
            busyLabel="Firmando…"
            onClick={submit}
          >
            {failed ? 'Reintentar firma' : 'Firmar documento'}
          </Button>
        </>
      }
    >
      <SignatureMaker drawing={drawing} onDrawing={draw} pen={pen} onPen={setPen} disabled={signing} />
      <Consent />
      {failed && (
        <Alert
          tone="error"
          live="assertive"
          title={dialogTexts.failed}
          actions={failed.differs && <Button onClick={reload}>{flowTexts.reload}</Button>}
        >
          {failed.reason}
        </Alert>
      )}
    </Dialog>
  )
}
