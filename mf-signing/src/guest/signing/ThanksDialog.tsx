import Download from 'lucide-react/icons/download'
import { useEffect } from 'react'
import { Dialog } from 'shared/controls'
import { Alert, Button, StrokeLoader, VisuallyHidden } from 'shared/ui'
import { SignatureConfirmation } from '../../signature-dialog/SignatureConfirmation.tsx'
import { COUNTDOWN_TICK_MS } from '../../signing-flow/constants.ts'
import type { GuestAction, GuestSessionState } from '../session/guest-flow.ts'
import { signedTexts } from './constants.ts'
import styles from './ThanksDialog.module.css'
import { useDownload } from './use-download.ts'

export interface ThanksDialogProps {
  readonly state: Extract<GuestSessionState, { step: 'thanks' }>
  readonly dispatch: (action: GuestAction) => void
}

export function ThanksDialog({ state, dispatch }: ThanksDialogProps) {
  const { guest, result, secondsLeft, mailed } = state
  const download = useDownload(guest)
  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: 'ticked' }), COUNTDOWN_TICK_MS)
    return () => clearInterval(timer)
  }, [dispatch])
  const stay = () => dispatch({ type: 'stayed' })
  return (
    <Dialog
      open
      onClose={stay}
      title={signedTexts.signed}
      description={<VisuallyHidden>{signedTexts.leavingSoon}</VisuallyHidden>}
      tone="success"
      footer={
        <>
          <p className={styles.leaving}>
            <span aria-hidden="true">{signedTexts.leavingIn(secondsLeft)}</span>
          </p>
          <Button icon={<Download />} busy={download.busy} busyLabel="Descargando…" onClick={download.start}>
            {signedTexts.downloadSigned}
          </Button>
          <Button variant="primary" onClick={stay}>
            {signedTexts.stay}
          </Button>
        </>
      }
    >
      <div className={styles.mail} role="status">
        {mailed ? (
          <Alert tone={mailed.type}>{mailed.message}</Alert>
        ) : (
          <StrokeLoader role="none" text={signedTexts.mailing} />
        )}
      </div>
      <SignatureConfirmation result={result} />
    </Dialog>
  )
}
