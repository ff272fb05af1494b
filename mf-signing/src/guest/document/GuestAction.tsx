import { Button, PenLineIcon } from 'shared/ui'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import type { GuestSessionState } from '../session/guest-flow.ts'
import { isBeforeTurn, isReadOnly } from '../session/guest-session.ts'
import type { useSignRequest } from './use-sign-request.ts'

export interface GuestActionProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly request: ReturnType<typeof useSignRequest>
  readonly onNear: () => void
}

export function GuestAction({ state, viewer, request, onNear }: GuestActionProps) {
  const { step, guest } = state
  const { field } = guest
  if (step === 'done' || step === 'leaving' || field?.status === 'signed' || viewer.document.kind === 'failed')
    return null
  if (isBeforeTurn(guest) || isReadOnly(guest)) return null
  const page = field?.page ?? viewer.pageNumber
  const busy = request.busy || step !== 'reading'
  return (
    <>
      {viewer.pageNumber !== page && page <= viewer.pageCount && (
        <Button onClick={() => viewer.goTo(page)}>Ir a mi campo (página {page})</Button>
      )}
      <Button
        variant="primary"
        icon={<PenLineIcon />}
        busy={busy}
        busyLabel={guestTexts.preparing}
        onClick={request.request}
        onPointerEnter={onNear}
        onFocus={onNear}
        disabled={!request.ready || (step === 'reading' && state.fieldAwaited)}
      >
        {guestTexts.sign}
      </Button>
    </>
  )
}
