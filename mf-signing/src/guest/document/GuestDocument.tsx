import { useEffect, useState } from 'react'
import { href, type SignatureField, type SignatureResult } from 'shared/contract'
import { useNavigate } from 'shared/router'
import { notify } from 'shared/state'
import { VisuallyHidden } from 'shared/ui'
import type { Field } from '../../fields/field-lifecycle.ts'
import type { PageFrame } from '../../geometry/geometry.ts'
import { deferred } from '../../viewer/deferred.ts'
import { useViewer } from '../../viewer/use-viewer.ts'
import { Viewer } from '../../viewer/Viewer.tsx'
import { whenIdle } from '../../viewer/when-idle.ts'
import { guestTexts } from '../constants.ts'
import type { GuestAction as Action, GuestSessionState } from '../session/guest-flow.ts'
import { isBeforeTurn } from '../session/guest-session.ts'
import { GuestAction } from './GuestAction.tsx'
import { GuestAside } from './GuestAside.tsx'
import { GuestField, type GuestFieldProps } from './GuestField.tsx'
import { GuestLayout } from './GuestLayout.tsx'
import { useFieldStatus } from './use-field-status.ts'
import { useGuestSource } from './use-guest-source.ts'
import { useSeen } from './use-seen.ts'
import { useSignRequest } from './use-sign-request.ts'

const guestSigning = deferred(() => import(/* webpackChunkName: "guest-signing" */ '../signing/GuestSigning.tsx'))

export type SigningState = Extract<GuestSessionState, { step: 'signing' | 'dialog' | 'confirmed' | 'thanks' }>
const isSigning = (state: GuestSessionState): state is SigningState =>
  state.step === 'signing' || state.step === 'dialog' || state.step === 'confirmed' || state.step === 'thanks'

export interface GuestDocumentProps {
  readonly state: GuestSessionState
  readonly dispatch: (action: Action) => void
}

/** Preloads the signing chunk when the browser is idle. */
const useSigningChunk = (state: GuestSessionState, painted: boolean, dispatch: (action: Action) => void) => {
  useEffect(() => (painted ? whenIdle(guestSigning.preload) : undefined), [painted])
  return guestSigning.use(isSigning(state), () => {
    notify({ type: 'error', message: guestTexts.notPrepared })
    dispatch({ type: 'sign-cancelled' })
  })
}

/**
 * Replaces the history entry: going back to it would end an owner's
 * session in another tab.
 */
const useRedirect = (leaving: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!leaving) return
    notify({ type: 'success', message: guestTexts.signedCorrectly })
    navigate(href.home(), { replace: true })
  }, [leaving, navigate])
}

const isReviewing = (state: GuestSessionState): boolean => state.step === 'signing' && state.from === 'review'

const isWaiting = (state: GuestSessionState): boolean =>
  !isBeforeTurn(state.guest) && (state.step === 'reading' || isReviewing(state))

export function GuestDocument({ state, dispatch }: GuestDocumentProps) {
  const { guest, step } = state
  const { field, entry } = guest
  const onRenewed = (accessToken: string) => dispatch({ type: 'renewed', accessToken })
  const viewer = useViewer(useGuestSource(guest, onRenewed))
  const [painted, setPainted] = useState<number>()
  const [reviewing, setReviewing] = useState(false)
  const fieldStatus = useFieldStatus(viewer, isReviewing(state) ? field : undefined, painted)
  const request = useSignRequest(guest, viewer, dispatch)
  useSeen(guest, painted !== undefined)
  useRedirect(step === 'leaving')
  const GuestSigning = useSigningChunk(state, painted !== undefined, dispatch)
  const onSigned = (result: SignatureResult, signed?: SignatureField) => {
    dispatch({ type: 'signed', result, field: signed })
    viewer.reload()
  }
  const open = () => dispatch({ type: 'field-opened' })
  const fields = {
    fields: [field, ...guest.others],
    reviewing,
    waits: isWaiting(state),
    onSelect: request.request,
    onOpen: open,
  }
  // Fields load after the page.
  const overlay = (frame: PageFrame) => painted !== undefined && <GuestFields {...fields} frame={frame} />
  return (
    <GuestLayout
      documentId={guest.documentId}
      documentName={guest.fileName}
      // No request to show after signing.
      ownerName={entry.kind === 'invitation' && field?.status !== 'signed' ? entry.ownerName : undefined}
      aside={<GuestAside state={state} dispatch={dispatch} viewer={viewer} painted={painted !== undefined} />}
      asideHidden={reviewing}
      action={
        isSigning(state) && GuestSigning ? (
          <GuestSigning {...{ state, dispatch, viewer, fieldStatus, onRenewed, onSigned }} onReviewing={setReviewing} />
        ) : (
          <GuestAction state={state} viewer={viewer} request={request} onNear={guestSigning.preload} />
        )
      }
    >
      <div role="status">
        <VisuallyHidden>{fieldStatus}</VisuallyHidden>
      </div>
      <Viewer viewer={viewer} fileName={guest.fileName} mode="signing" overlay={overlay} onPainted={setPainted} />
    </GuestLayout>
  )
}

interface GuestFieldsProps extends Omit<GuestFieldProps, 'field'> {
  readonly fields: readonly (Field | undefined)[]
  readonly frame: PageFrame
}

function GuestFields({ fields, ...props }: GuestFieldsProps) {
  return fields.map(
    (field) => field?.page === props.frame.number && <GuestField key={field.id} {...props} field={field} />,
  )
}
