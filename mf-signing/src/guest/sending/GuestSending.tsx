import { useEffect, useMemo, useState } from 'react'
import { reportUnknown } from 'shared/http'
import type { GuestSending as Sending } from 'shared/http/deferred'
import { useNavigate } from 'shared/router'
import { useLatest } from 'shared/state'
import { Button } from 'shared/ui'
import type { ShownForm } from '../../form/shown-form.ts'
import { shownDigest } from '../../signing/shown-digest.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { ARRIVED_BY_SENDING } from '../next/SendingLink.tsx'
import type { GuestFlowAction, GuestSessionState } from '../session/guest-flow.ts'
import type { InvitationEntry } from '../session/guest-session.ts'
import type { GuestSendingModel } from '../signing/guest-sending-model.ts'
import { noteForm } from './note-form.ts'
import { NextDocumentLink, SendingLead } from './SendingLead.tsx'
import { SendingLine } from './SendingLine.tsx'
import { SignedSending } from './SignedSending.tsx'
import { planSending, type SendingPlan } from './sending-plan.ts'
import { guestSendingTexts as texts } from './texts.ts'
import { useArrival } from './use-arrival.ts'
import { useJointAct } from './use-joint-act.ts'
import { changeVisit, readVisit, useVisit, type VisitOwner } from './visit-store.ts'

export interface GuestSendingProps {
  readonly state: GuestSessionState
  readonly viewer: ViewerModel
  readonly painted: boolean
  /** Of the present document, once it was read. */
  readonly form: ShownForm | undefined
  readonly dispatch: (action: GuestFlowAction) => void
  readonly onModel: (model: GuestSendingModel) => void
}

export default function GuestSending(props: GuestSendingProps) {
  const { entry } = props.state.guest
  if (entry.kind !== 'invitation' || !entry.sending) return null
  return <SendingOfInvitation {...props} entry={entry} sending={entry.sending} />
}

interface SendingProps extends GuestSendingProps {
  readonly entry: InvitationEntry
  readonly sending: Sending
}

/** Notes the bytes that the page displays: the common act names them. */
const useShown = ({ state, viewer, painted }: SendingProps, owner: VisitOwner): void => {
  const { documentId } = state.guest
  const { document } = viewer
  const isOpen = state.step === 'reading' && state.guest.field?.status !== 'signed'
  useEffect(() => {
    if (!painted || !isOpen || document.kind !== 'loaded') return
    let gone = false
    shownDigest({ document }).then((digest) => {
      if (!gone && digest) changeVisit(owner, { shown: { ...readVisit(owner).shown, [documentId]: digest } })
    }, reportUnknown)
    return () => {
      gone = true
    }
  }, [painted, isOpen, document, documentId, owner])
}

/** Notes the form values that the page displays, and saves them before the page is left or signed. */
const useShownForm = ({ state, form }: SendingProps, owner: VisitOwner): void => {
  const { documentId, field } = state.guest
  const isOpen = state.step === 'reading' && field?.status !== 'signed'
  useEffect(() => {
    if (!form || !isOpen) return
    const note = () => void noteForm(owner, documentId, form).catch(reportUnknown)
    changeVisit(owner, { saves: { ...readVisit(owner).saves, [documentId]: form.settle } })
    note()
    const stop = form.subscribe(note)
    return () => {
      stop()
      // The act saves again what could not be saved now.
      form.settle().catch(reportUnknown)
    }
  }, [form, isOpen, documentId, owner])
}

const useGoingOn = () => {
  const navigate = useNavigate()
  return (path: string) => void navigate(path, { replace: true, state: ARRIVED_BY_SENDING })
}

const usePlan = ({ state, sending }: SendingProps, owner: VisitOwner) => {
  const { documentId, field } = state.guest
  const visit = useVisit(owner)
  const isSigned = field?.status === 'signed'
  const plan = useMemo(() => {
    const signed = isSigned ? [...visit.signed, documentId] : visit.signed
    return planSending(sending.documents, documentId, { shown: visit.shown, forms: visit.forms, signed })
  }, [sending, documentId, isSigned, visit])
  return { plan, notice: visit.notice }
}

/** The person signs the present document alone, until the page is read again. */
const useAlone = ({ step }: GuestSessionState) => {
  const [isAlone, setAlone] = useState(false)
  useEffect(() => {
    if (step === 'reading') setAlone(false)
  }, [step])
  return { isAlone, choose: () => setAlone(true) }
}

const isReadyToSign = ({ joint, unread, unfilled }: SendingPlan): boolean =>
  joint.length > 0 && unread.length === 0 && unfilled.length === 0

const buttonOf = (plan: SendingPlan): GuestSendingModel['button'] => {
  const { joint } = plan
  if (joint.length === 0) return { isQuiet: false, isChoice: false }
  return !isReadyToSign(plan)
    ? { label: texts.alone, isQuiet: true, isChoice: true }
    : { label: texts.all(joint.length), isQuiet: false, isChoice: false }
}

function AloneButton({ choose, request }: { readonly choose: () => void; readonly request: () => void }) {
  const press = () => {
    choose()
    request()
  }
  return (
    <Button variant="ghost" onClick={press}>
      {texts.alone}
    </Button>
  )
}

function SendingOfInvitation(props: SendingProps) {
  const { state, entry, sending, viewer, form, dispatch, onModel } = props
  const { guest } = state
  const owner = useMemo(() => ({ sendingId: sending.id, email: entry.user.email }), [sending.id, entry.user.email])
  const { plan, notice } = usePlan(props, owner)
  const { isAlone, choose } = useAlone(state)
  const [signedIds, onSigned] = useState<readonly number[]>([])
  const place = useArrival()
  const go = useGoingOn()
  useShown(props, owner)
  useShownForm(props, owner)
  const { joint } = plan
  const isReady = isReadyToSign(plan) && !isAlone
  const act = useJointAct({ guest, entry, owner, joint, viewer, form, dispatch, onSigned, go }, isReady)
  const latest = useLatest({ guest, choose, onModel })
  useEffect(() => {
    const isOver = state.step === 'thanks' || state.step === 'done'
    const rows = plan.rows.filter(({ id }) => signedIds.includes(id))
    const next = plan.next && <NextDocumentLink next={plan.next} variant={isOver ? 'primary' : 'secondary'} />
    latest.current.onModel({
      act,
      signedIds,
      lead: <SendingLead {...{ plan, notice }} />,
      button: buttonOf(plan),
      alone: isReady ? (request) => <AloneButton choose={latest.current.choose} request={request} /> : undefined,
      next,
      // Before a common act, the lead has the link.
      afterForm: plan.joint.length === 0 ? next : undefined,
      signed: rows.length > 0 && <SignedSending guest={latest.current.guest} rows={rows} />,
    })
  }, [act, plan, notice, signedIds, isReady, state.step])
  return (
    <div ref={place}>
      <SendingLine rows={plan.rows} />
    </div>
  )
}
