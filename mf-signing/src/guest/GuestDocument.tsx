import { useEffect, useState } from 'react'
import type { SignatureField, SignatureResult } from 'shared/contract'
import { notify } from 'shared/state'
import { VisuallyHidden } from 'shared/ui'
import type { PageFrame } from '../fields/geometry.ts'
import { later } from '../viewer/later.ts'
import { useViewer } from '../viewer/use-viewer.ts'
import { Viewer } from '../viewer/Viewer.tsx'
import { whenIdle } from '../viewer/when-idle.ts'
import { guestTexts } from './constants.ts'
import { GuestAction } from './GuestAction.tsx'
import { GuestAside } from './GuestAside.tsx'
import { GuestField } from './GuestField.tsx'
import { GuestLayout } from './GuestLayout.tsx'
import type { GuestAction as Action, VisitState } from './guest-flow.ts'
import { isTooEarly } from './guest-visit.ts'
import { useArrival } from './use-arrival.ts'
import { useGuestSource } from './use-guest-source.ts'
import { useLeaving } from './use-leaving.ts'
import { useSeen } from './use-seen.ts'
import { useSignRequest } from './use-sign-request.ts'

/** Signing chunk; preloaded once the page is rendered. */
const guestSigning = later(() => import(/* webpackChunkName: "guest-signing" */ './signing/GuestSigning.tsx'))

export type SigningState = Extract<VisitState, { step: 'signing' | 'dialog' | 'confirmed' | 'thanks' }>
const isSigning = (state: VisitState): state is SigningState =>
  state.step === 'signing' || state.step === 'dialog' || state.step === 'confirmed' || state.step === 'thanks'

export interface GuestDocumentProps {
  readonly state: VisitState
  readonly dispatch: (action: Action) => void
}

/** The signing chunk, preloaded when the browser is idle. */
const useSigningChunk = (state: VisitState, painted: boolean, dispatch: (action: Action) => void) => {
  useEffect(() => (painted ? whenIdle(guestSigning.preload) : undefined), [painted])
  return guestSigning.use(isSigning(state), () => {
    notify({ type: 'error', message: guestTexts.notPrepared })
    dispatch({ type: 'sign-cancelled' })
  })
}

export function GuestDocument({ state, dispatch }: GuestDocumentProps) {
  const { visit, step } = state
  const { field, way } = visit
  const onRenewed = (accessToken: string) => dispatch({ type: 'renewed', accessToken })
  const viewer = useViewer(useGuestSource(visit, onRenewed))
  const [painted, setPainted] = useState<number>()
  const [reviewing, setReviewing] = useState(false)
  const arrival = useArrival(viewer, step === 'signing' && state.from === 'review' ? field : undefined, painted)
  const request = useSignRequest(visit, viewer, dispatch)
  useSeen(visit, painted !== undefined)
  useLeaving(step === 'leaving')
  const GuestSigning = useSigningChunk(state, painted !== undefined, dispatch)
  /** The signed document must be reloaded. */
  const onSigned = (result: SignatureResult, signed?: SignatureField) => {
    dispatch({ type: 'signed', result, field: signed })
    viewer.reload()
  }
  const waits = !isTooEarly(visit) && (step === 'reading' || (step === 'signing' && state.from === 'review'))
  const open = () => dispatch({ type: 'field-opened' })
  // Fields load after the page.
  const overlay = (frame: PageFrame) =>
    painted !== undefined &&
    [field, ...visit.others].map(
      (one) =>
        one?.page === frame.number && (
          <GuestField
            key={one.id}
            field={one}
            {...{ frame, reviewing, waits }}
            onSelect={request.request}
            onOpen={open}
          />
        ),
    )

  return (
    <GuestLayout
      documentId={visit.documentId}
      documentName={visit.fileName}
      // No request to show after signing.
      ownerName={way.kind === 'invitation' && field?.status !== 'signed' ? way.ownerName : undefined}
      aside={<GuestAside state={state} dispatch={dispatch} viewer={viewer} painted={painted !== undefined} />}
      asideAway={reviewing}
      action={
        isSigning(state) && GuestSigning ? (
          <GuestSigning {...{ state, dispatch, viewer, arrival, onRenewed, onSigned }} onReviewing={setReviewing} />
        ) : (
          <GuestAction state={state} viewer={viewer} request={request} onNear={guestSigning.preload} />
        )
      }
    >
      <div role="status">
        <VisuallyHidden>{arrival}</VisuallyHidden>
      </div>
      <Viewer viewer={viewer} fileName={visit.fileName} mode="signing" overlay={overlay} onPainted={setPainted} />
    </GuestLayout>
  )
}
