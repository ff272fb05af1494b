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
import { GuestLayout } from './GuestLayout.tsx'
import type { GuestAction as Action, VisitState } from './guest-flow.ts'
import { sendSignedPdf } from './send-signed-pdf.ts'
import { useArrival } from './use-arrival.ts'
import { useGuestSource } from './use-guest-source.ts'
import { useLeaving } from './use-leaving.ts'
import { useSeen } from './use-seen.ts'
import { useSignRequest } from './use-sign-request.ts'

/** Everything that signing needs; it travels when the page has been painted, or somebody is about to sign. */
const guestSigning = later(() => import(/* webpackChunkName: "guest-signing" */ './signing/GuestSigning.tsx'))

/** The field comes with the page that it lies on. */
const fieldTab = later(async () => ({ default: (await import('../fields/FieldTab.tsx')).FieldTab }))

/** The steps that the chunk of signing shows. */
export type SigningState = Extract<VisitState, { step: 'signing' | 'dialog' | 'confirmed' | 'thanks' }>
const isSigning = (state: VisitState): state is SigningState =>
  state.step === 'signing' || state.step === 'dialog' || state.step === 'confirmed' || state.step === 'thanks'

export interface GuestDocumentProps {
  readonly state: VisitState
  readonly dispatch: (action: Action) => void
}

/** The guest's screen: read, sign, done. */
export function GuestDocument({ state, dispatch }: GuestDocumentProps) {
  const { visit, step } = state
  const { field, way } = visit
  const onRenewed = (accessToken: string) => dispatch({ type: 'renewed', accessToken })
  const viewer = useViewer(useGuestSource(visit, onRenewed))
  const [painted, setPainted] = useState<number>()
  const [reviewing, setReviewing] = useState(false)
  const arrival = useArrival(viewer, step === 'signing' && state.from === 'review' ? field : undefined, painted)
  const FieldTab = fieldTab.use(painted !== undefined)
  const request = useSignRequest(visit, viewer, dispatch)
  useSeen(visit, painted !== undefined)
  useLeaving(step === 'leaving')
  const GuestSigning = guestSigning.use(isSigning(state), () => {
    notify({ type: 'error', message: guestTexts.notPrepared })
    dispatch({ type: 'sign-cancelled' })
  })
  // Reading comes first, on the wire too.
  const idle = painted !== undefined
  useEffect(() => (idle ? whenIdle(guestSigning.preload) : undefined), [idle])

  const onSigned = (result: SignatureResult, signedField?: SignatureField) => {
    dispatch({ type: 'signed', result, field: signedField })
    viewer.reload()
  }
  const onThanked = async (email: string) => {
    const notification = await sendSignedPdf(visit.documentId, email)
    notify(notification)
    dispatch({ type: 'mailed', notification })
  }
  const waits = step === 'reading' || (step === 'signing' && state.from === 'review')
  const overlay = (frame: PageFrame) =>
    field?.page === frame.number &&
    FieldTab && (
      <FieldTab
        field={field}
        frame={frame}
        highlighted={reviewing}
        {...(waits && field.status !== 'signed'
          ? {
              callToAction: guestTexts.callToAction,
              onSelect: request.request,
              onOpen: () => dispatch({ type: 'field-opened' }),
            }
          : {})}
      />
    )

  return (
    <GuestLayout
      documentId={visit.documentId}
      documentName={visit.fileName}
      ownerName={way.kind === 'invitation' ? way.ownerName : undefined}
      aside={<GuestAside state={state} dispatch={dispatch} viewer={viewer} painted={painted !== undefined} />}
      asideAway={reviewing}
      action={
        isSigning(state) && GuestSigning ? (
          <GuestSigning {...{ state, dispatch, arrival, onSigned, onThanked, onRenewed }} onReviewing={setReviewing} />
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
