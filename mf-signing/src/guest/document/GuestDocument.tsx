import { useEffect, useLayoutEffect, useState } from 'react'
import type { SignatureField, SignatureResult } from 'shared/contract'
import { VisuallyHidden } from 'shared/ui'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import type { PageFrame } from '../../geometry/geometry.ts'
import { deferComponent } from '../../viewer/deferred.ts'
import { useViewer, type ViewerModel } from '../../viewer/use-viewer.ts'
import { Viewer, type ViewerProps } from '../../viewer/Viewer.tsx'
import { whenIdle } from '../../viewer/when-idle.ts'
import { guestTexts } from '../constants.ts'
import { useGuestSending } from '../sending/use-guest-sending.tsx'
import { type GuestFlowAction as Action, type GuestSessionState, isSigning } from '../session/guest-flow.ts'
import { isBeforeTurn, isReadOnly } from '../session/guest-session.ts'
import { GuestActionBar } from './GuestActionBar.tsx'
import { GuestAside } from './GuestAside.tsx'
import { GuestField, type GuestFieldProps } from './GuestField.tsx'
import { GuestLayout, type GuestLayoutProps } from './GuestLayout.tsx'
import type { WantedField } from './use-field-status.ts'
import { useGuestForm } from './use-guest-form.tsx'
import { useGuestSource } from './use-guest-source.ts'
import { useSignRequest } from './use-sign-request.ts'

const loadSigning = () => import(/* webpackChunkName: "guest-signing" */ '../signing/GuestSigning.tsx')
const guestSigning = deferComponent(loadSigning)

export interface GuestDocumentProps {
  readonly state: GuestSessionState
  readonly dispatch: (action: Action) => void
}

const useSigningChunk = (
  state: GuestSessionState,
  painted: boolean,
  formFailed: boolean,
  dispatch: (action: Action) => void,
) => {
  const [failed, setFailed] = useState(false)
  const { entry } = state.guest
  useEffect(
    () =>
      painted
        ? whenIdle(() => {
            loadSigning().then(
              ({ prefetchSigning: prefetch }) => prefetch(entry),
              () => undefined,
            )
          })
        : undefined,
    [painted],
  )
  const GuestSigning = guestSigning.use(isSigning(state), () => {
    setFailed(true)
    // Offline, the request waits for the network.
    if (navigator.onLine) dispatch({ type: 'sign-cancelled' })
  })
  useEffect(() => {
    if (GuestSigning) setFailed(false)
  }, [GuestSigning])
  const problem = isSigning(state) ? guestTexts.offline : guestTexts.notPrepared
  return { GuestSigning, problem: failed || formFailed ? problem : undefined }
}

/** The server gives the same answer for a missing and an unshared document. */
const useGone = ({ document }: ViewerModel, dispatch: (action: Action) => void): void => {
  const gone = document.kind === 'failed' && document.status === 404
  useLayoutEffect(() => {
    if (gone) dispatch({ type: 'gone' })
  }, [gone, dispatch])
}

const isOver = (step: GuestSessionState['step']): boolean => step === 'thanks' || step === 'done'

const isReviewing = (state: GuestSessionState): boolean => state.step === 'signing' && state.from === 'review'

const isWaiting = (state: GuestSessionState): boolean =>
  !isBeforeTurn(state.guest) && (state.step === 'reading' || isReviewing(state))

const wantedField = (state: GuestSessionState, times: number): WantedField | undefined => {
  const { field } = state.guest
  if (field?.status === 'signed') return { field, why: 'signed', times }
  if (field && isReviewing(state)) return { field, why: 'review', times }
  return field && times > 0 && state.step === 'reading' ? { field, why: 'sought', times } : undefined
}

const fieldGuide = deferComponent(() => import(/* webpackChunkName: "guest-signing" */ './FieldGuide.tsx'))

const useFieldGuide = (state: GuestSessionState, viewer: ViewerModel, painted: number | undefined) => {
  const [times, setTimes] = useState(0)
  const [status, setStatus] = useState<string>()
  const target = wantedField(state, times)
  const Guide = fieldGuide.use(target !== undefined)
  const guide = (
    <>
      <div role="status">
        <VisuallyHidden>{status}</VisuallyHidden>
      </div>
      {Guide && target && <Guide {...{ viewer, target, painted }} onStatus={setStatus} />}
    </>
  )
  return { status, guide, seek: () => setTimes(times + 1) }
}

const readingOf = ({ guest, step }: GuestSessionState): Pick<ViewerProps, 'fileName' | 'mode' | 'folds'> => ({
  fileName: guest.fileName,
  mode: isReadOnly(guest) ? 'viewer' : 'signing',
  folds: step === 'reading' || step === 'done',
})

/** After signing, the panel, the notification and the page say so. */
const headingOf = ({ guest, step }: GuestSessionState): Pick<GuestLayoutProps, 'done' | 'ask'> => {
  const isSigned = guest.field?.status === 'signed'
  const { entry } = guest
  return {
    done: isSigned && !isOver(step) ? guestTexts.done : undefined,
    ask: entry.kind === 'invitation' && !isSigned && !isOver(step) ? guestTexts.ask(entry.ownerName) : undefined,
  }
}

export function GuestDocument({ state, dispatch }: GuestDocumentProps) {
  const { guest, step } = state
  const { field } = guest
  const onRenewed = (accessToken: string) => dispatch({ type: 'renewed', accessToken })
  const viewer = useViewer(useGuestSource(guest, onRenewed), { reading: true })
  const [painted, setPainted] = useState<number>()
  const isPainted = painted !== undefined
  const [inReview, setReviewing] = useState(false)
  const reviewing = inReview && step === 'signing'
  const { status: fieldStatus, guide, seek } = useFieldGuide(state, viewer, painted)
  const sending = useGuestSending(state, viewer, isPainted, dispatch)
  const form = useGuestForm(state, viewer, isPainted, dispatch, sending.model?.afterForm)
  const request = useSignRequest(guest, viewer, form)
  const { GuestSigning, problem } = useSigningChunk(state, isPainted, form.failed, dispatch)
  useGone(viewer, dispatch)
  const onSigned = (result: SignatureResult, signed?: SignatureField) => {
    dispatch({ type: 'signed', result, field: signed })
    viewer.reload()
  }
  const fields = { fields: [field, ...guest.others], reviewing, waits: isWaiting(state), onSelect: request.request }
  const signing = { dispatch, viewer, fieldStatus, onRenewed, onSigned, onReviewing: setReviewing, form: form.model }
  // Fields load after the page.
  const overlay = (frame: PageFrame) => isPainted && <GuestFields {...fields} {...{ form, frame }} />
  const action =
    isSigning(state) && GuestSigning ? (
      <GuestSigning {...signing} state={state} sending={sending.model} />
    ) : (
      <GuestActionBar {...{ state, viewer, request, problem, sending }} onNear={guestSigning.preload} onSeek={seek} />
    )
  return (
    <GuestLayout
      documentId={guest.documentId}
      documentName={guest.fileName}
      {...headingOf(state)}
      sending={sending.line(form.model?.shown)}
      aside={<GuestAside {...{ state, dispatch, viewer }} painted={isPainted} />}
      asideHidden={reviewing || isOver(step)}
      form={form.bar}
      action={action}
    >
      {guide}
      <Viewer {...{ viewer, overlay }} {...readingOf(state)} onPainted={setPainted} />
    </GuestLayout>
  )
}

interface GuestFieldsProps extends Omit<GuestFieldProps, 'field' | 'onOpen'> {
  readonly fields: readonly (PlacedField | undefined)[]
  readonly form: ReturnType<typeof useGuestForm>
  readonly frame: PageFrame
}

function GuestFields({ fields, form, ...props }: GuestFieldsProps) {
  const onOpen = () => form.begin({ type: 'field-opened' })
  return (
    <>
      {fields.map(
        (field) => field?.page === props.frame.number && <GuestField key={field.id} {...{ ...props, field, onOpen }} />,
      )}
      {form.model?.overlay(props.frame)}
    </>
  )
}
