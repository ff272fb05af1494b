import { Alert, Button, PenLineIcon } from 'shared/ui'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import styles from '../GuestPage.module.css'
import type { useGuestSending } from '../sending/use-guest-sending.tsx'
import { type GuestSessionState, isUndecided } from '../session/guest-flow.ts'
import { isBeforeTurn, isReadOnly } from '../session/guest-session.ts'
import { useEarlyTap } from './use-early-tap.ts'
import type { useSignRequest } from './use-sign-request.ts'

export interface GuestActionProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly request: ReturnType<typeof useSignRequest>
  readonly problem: string | undefined
  readonly sending: Pick<ReturnType<typeof useGuestSending>, 'model' | 'isAwaited'>
  readonly onNear: () => void
  readonly onSeek: () => void
}

export function GuestActionBar({ state, viewer, request, problem, sending, onNear, onSeek }: GuestActionProps) {
  const { step, guest } = state
  const { field } = guest
  const isClosed = field?.status === 'signed' || isBeforeTurn(guest) || isReadOnly(guest)
  const { model, isAwaited } = sending
  const { label = guestTexts.sign, isQuiet, isChoice } = model?.button ?? {}
  const isUnknown = isAwaited || isUndecided(state)
  const offers = !isClosed && viewer.document.kind !== 'failed' && (isUnknown ? undefined : true)
  const button = useEarlyTap(offers, isChoice ? () => undefined : request.request)
  if (offers === false) return <>{model?.next}</>
  if (!offers) return <div className={styles.buttonToCome} />
  const page = field?.page ?? viewer.pageNumber
  const busy = request.busy || step !== 'reading'
  return (
    <>
      {viewer.pageNumber !== page && page <= viewer.pageCount && (
        <Button onClick={onSeek}>Ir a mi campo (página {page})</Button>
      )}
      {problem && (
        <Alert tone="warning" live="assertive">
          {problem}
        </Alert>
      )}
      {model?.lead}
      <Button
        ref={button}
        variant={isQuiet ? 'ghost' : 'primary'}
        icon={!isQuiet && <PenLineIcon />}
        busy={busy}
        busyLabel={guestTexts.preparing}
        onClick={request.request}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {label}
      </Button>
      {model?.alone?.(request.request)}
    </>
  )
}
