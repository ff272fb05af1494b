import Mail from 'lucide-react/icons/mail'
import { useEffect, useId, useRef, useState } from 'react'
import { keepSignedDownload, type Notification } from 'shared/state'
import { Alert, Button, StrokeLoader, ToneIcon, VisuallyHidden } from 'shared/ui'
import { SignatureConfirmation } from '../../signature-dialog/SignatureConfirmation.tsx'
import { COUNTDOWN_TICK_MS } from '../../signing-flow/constants.ts'
import { announceToEmbedder, isEmbedded } from '../announce.ts'
import { isAccountLink } from '../next/account-link.ts'
import { NextInInbox } from '../next/NextInInbox.tsx'
import { PrivacyLink } from '../PrivacyLink.tsx'
import type { GuestFlowAction, GuestSessionState } from '../session/guest-flow.ts'
import { linkTokenOf } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { downloadSigned } from './download-signed.ts'
import type { GuestSendingModel } from './guest-sending-model.ts'
import { ReportButton } from './ReportButton.tsx'
import styles from './SignedPanel.module.css'

type SignedState = Extract<GuestSessionState, { step: 'thanks' | 'done' }>

export interface SignedPanelProps {
  readonly state: SignedState
  readonly dispatch: (action: GuestFlowAction) => void
  readonly mail: () => Promise<void>
  /** If several documents were signed in one act. */
  readonly label: string | undefined
  readonly sending: GuestSendingModel | undefined
}

/** A pointer that is still down when the panel appears fires none of these. */
const SIGNS = ['click', 'keydown', 'wheel', 'touchmove'] as const

const useCountdown = (counting: boolean, dispatch: SignedPanelProps['dispatch']): void => {
  useEffect(() => {
    if (!counting) return
    const controller = new AbortController()
    const stay = () => dispatch({ type: 'stayed' })
    const options = { capture: true, passive: true, signal: controller.signal }
    for (const sign of SIGNS) window.addEventListener(sign, stay, options)
    const timer = setInterval(() => dispatch({ type: 'ticked' }), COUNTDOWN_TICK_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [counting, dispatch])
}

/**
 * The notification and the mark on the page say that it is signed, so the heading does not. The panel's name does: it
 * stays for people who hear the page, when the notification is gone.
 */
export function SignedPanel({ state, dispatch, mail, label = signedTexts.signed, sending }: SignedPanelProps) {
  const { guest, result } = state
  const id = useId()
  const counting = state.step === 'thanks'
  const token = linkTokenOf(guest)
  const isOfAccount = isAccountLink(token)
  const goesOn = isOfAccount || sending !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  useCountdown(counting, dispatch)
  useEffect(() => {
    announceToEmbedder({ type: 'signed' })
    if (isEmbedded() || goesOn) dispatch({ type: 'stayed' })
  }, [dispatch, goesOn])
  useEffect(() => keepSignedDownload(() => downloadSigned(guest)), [guest])
  // What had the focus has unmounted.
  useEffect(() => heading.current?.focus(), [counting])
  return (
    <dialog open className={styles.panel} aria-label={label} aria-describedby={`${id}-leaving`}>
      <h2 ref={heading} tabIndex={-1}>
        {signedTexts.thanks}
      </h2>
      <Mailed mailed={state.mailed} mail={mail} />
      {sending?.next ?? <NextInInbox token={token} />}
      {sending?.signed || (
        <DownloadButton isSecond={isOfAccount || Boolean(sending?.next)} download={() => downloadSigned(guest)} />
      )}
      {result.document.is_signed && <ReportButton guest={guest} />}
      {counting && (
        <div className={styles.leaving}>
          <span aria-hidden="true">{signedTexts.leavingIn(state.secondsLeft)}</span>
          <VisuallyHidden>
            <span id={`${id}-leaving`}>{signedTexts.leavingSoon}</span>
          </VisuallyHidden>
          <Button size="sm" onClick={() => dispatch({ type: 'stayed' })}>
            {signedTexts.stay}
          </Button>
        </div>
      )}
      <details className={styles.details}>
        <summary>{signedTexts.details}</summary>
        <SignatureConfirmation result={result} />
        {state.mailed?.type === 'success' && <MailAgain mail={mail} />}
        <PrivacyLink token={token} />
      </details>
    </dialog>
  )
}

interface MailProps {
  readonly mail: () => Promise<void>
}

function Mailed({ mailed, mail }: MailProps & { readonly mailed: Notification | undefined }) {
  return (
    <div role="status">
      {mailed === undefined && <StrokeLoader role="none" text={signedTexts.mailing} />}
      {mailed?.type === 'success' && (
        <p className={styles.mailed}>
          <ToneIcon tone="success" /> {mailed.message}
        </p>
      )}
      {mailed?.type === 'error' && (
        <Alert tone="error" actions={mailed.message !== signedTexts.noEmail && <MailAgain mail={mail} />}>
          {mailed.message}
        </Alert>
      )}
    </div>
  )
}

function MailAgain({ mail }: MailProps) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await mail()
    setBusy(false)
  }
  return (
    <Button size="sm" icon={<Mail />} busy={busy} busyLabel="Enviando…" onClick={() => void again()}>
      {signedTexts.mailAgain}
    </Button>
  )
}
