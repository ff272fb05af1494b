import { useRef, useState } from 'react'
import type { SignatureField, SignatureResult } from 'shared/contract'
import { agentApi } from 'shared/http'
import { loadToasts, notify } from 'shared/state'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import { agentFor } from '../../agent/agent-for.ts'
import { deferredExternalSigner, ExternalSigner } from '../../external-signer/ExternalSigner.tsx'
import { isSaved, type PlacedField } from '../../fields/field-lifecycle.ts'
import { DrawSignatureDialog } from '../../signature-dialog/DrawSignatureDialog.tsx'
import type { SavedOffer } from '../../signature-dialog/saved-offer.ts'
import { loadScriptFaces } from '../../signature-dialog/script-faces.ts'
import type { DrawingMemory } from '../../signature-dialog/use-made-signature.ts'
import { shownDigest } from '../../signing/shown-digest.ts'
import { signOnServer } from '../../signing/sign-document.ts'
import { guestWords, guestWordsForMany } from '../../signing-flow/constants.ts'
import { SigningSteps, type StepsAttempt } from '../../signing-flow/SigningSteps.tsx'
import type { ConfirmedSigner } from '../../signing-flow/signer.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { announceToEmbedder } from '../announce.ts'
import { guestTexts } from '../constants.ts'
import type { GuestFormModel } from '../filling/GuestForm.tsx'
import { withGuestAccess } from '../session/guest-access.ts'
import type { GuestFlowAction, SigningState } from '../session/guest-flow.ts'
import { contactOf, knownName } from '../session/guest-rules.ts'
import type { EntryPoint, GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { drawingMemory } from './drawing-memory.ts'
import type { GuestSendingModel } from './guest-sending-model.ts'
import type { JointAct } from './joint-act.ts'
import { LeaveForHome } from './LeaveForHome.tsx'
import type { LinkExternalSignerProps } from './LinkExternalSignerSteps.tsx'
import { mailAtOnce, mailPdf } from './mail-signed.ts'
import { SignedPanel } from './SignedPanel.tsx'
import { unlessSigned } from './show-signed.ts'
import { checkMailedCode, type SessionHolder, signByInvitation, signByPublicLink } from './sign-as-guest.ts'
import { tellOtherTabs } from './signed-tabs.ts'
import { useAgent } from './use-agent.ts'
import { useGuestSaved } from './use-guest-saved.ts'

export interface GuestSigningProps {
  readonly state: SigningState
  readonly dispatch: (action: GuestFlowAction) => void
  readonly viewer: ViewerModel
  readonly fieldStatus: string | undefined
  readonly onReviewing: (reviewing: boolean) => void
  readonly onSigned: (result: SignatureResult, field?: SignatureField) => void
  readonly onRenewed: (accessToken: string) => void
  readonly form: GuestFormModel | undefined
  /** If the document is a part of one. */
  readonly sending?: GuestSendingModel | undefined
}

/** The next use repeats a failure. */
export const prefetchSigning = (entry: EntryPoint): void => {
  announceToEmbedder({ type: 'ready' })
  void loadToasts()
  void loadScriptFaces()
  if (entry.kind === 'invitation') agentFor(entry.agent, 'guest').catch(() => undefined)
}

const tellSigned = () => notify({ type: 'success', message: signedTexts.signed })

/** A closed confirmation ends the signing; a closed dialog only cancels it. */
const close = (props: SignerProps): void => {
  const { state, dispatch, memory } = props
  memory.forget()
  dispatch({ type: state.step === 'confirmed' ? 'finished' : 'sign-cancelled' })
  if (state.step === 'confirmed') void mailAtOnce(props, state.guest, state.result.signer_info.email)
}

interface SignerProps extends GuestSigningProps {
  readonly memory: DrawingMemory
  /** Fixed when signing starts. */
  readonly act: JointAct | undefined
}

const ending = (props: SignerProps): SignerProps => ({
  ...props,
  onSigned: (result, field) => {
    props.memory.forget()
    tellOtherTabs(props.state.guest)
    props.onSigned(result, field)
  },
})

export default function GuestSigning(given: GuestSigningProps) {
  const [memory] = useState(() => drawingMemory(given.state.guest))
  const [act] = useState(given.sending?.act)
  const props = ending({ ...given, memory, act })
  const { state } = props
  const saved = useGuestSaved(state.guest)
  const asked = askedCertificate(state.guest) !== undefined
  const [way, setWay] = useState<'drawing' | 'own' | 'drawing-again'>(asked ? 'own' : 'drawing')
  const own = way === 'own'
  const choose = () => setWay('own')
  const leaveOwn = () => (asked || state.step === 'confirmed' ? close(props) : setWay('drawing-again'))
  switch (state.step) {
    case 'signing': {
      const from = way === 'drawing' ? state.from : 'drawing'
      return own ? (
        <GuestExternalSigner {...props} onLeft={leaveOwn} />
      ) : (
        <Flow key={from} {...props} {...{ state, from, saved, choose }} />
      )
    }
    case 'dialog':
    case 'confirmed':
      return own ? (
        <InvitedExternalSigner {...props} onLeft={leaveOwn} />
      ) : (
        <InvitedDialog {...props} {...{ state, saved, choose }} />
      )
    case 'thanks':
    case 'done':
      return (
        <SignedPanel
          dispatch={props.dispatch}
          state={state}
          label={props.sending?.signed ? act?.words.signed : undefined}
          sending={props.sending}
          mail={() => mailPdf(props, state.guest, state.result.signer_info.email)}
        />
      )
    case 'leaving':
      return <LeaveForHome />
  }
}

type Saved = { readonly saved: SavedOffer | undefined; readonly choose: () => void }

type FlowProps = SignerProps &
  Saved & {
    readonly state: Extract<SigningState, { step: 'signing' }>
    readonly from: 'review' | 'drawing'
  }

const useSigning = (props: FlowProps) => {
  const { viewer, onSigned, onRenewed, act } = props
  const { guest } = props.state
  const { entry } = guest
  const session = useRef<SessionHolder['current']>(undefined)
  const sign = async ({
    signer,
    signatureData,
    idempotencyKey,
    signField,
    onField,
    fields,
  }: StepsAttempt<PlacedField>) => {
    const [first] = fields
    if (!first) return
    const shown = await shownDigest(viewer)
    const form = props.form?.answers()
    const attempt = { guest, field: first, signatureData, idempotencyKey, signField, shown, form }
    const alone = () =>
      entry.kind === 'invitation'
        ? signByInvitation(attempt, entry, onRenewed)
        : signByPublicLink(attempt, signer, session)
    const signing = act ? act.sign({ signatureData, identification: signer.identification, shown }) : alone()
    const result = await unlessSigned({ ...props, guest }, signing)
    onField()
    onSigned(result, session.current?.signature_field)
    void mailAtOnce(
      props,
      guest,
      result.signer_info.email,
      act?.documents.map(({ id }) => id),
    )
  }
  return {
    sign,
    check: (signer: ConfirmedSigner) => unlessSigned({ ...props, guest }, checkMailedCode(guest, signer, session)),
  }
}

function Flow(props: FlowProps) {
  const { state, from, dispatch, viewer, fieldStatus, onReviewing, saved, memory } = props
  const { guest } = state
  const { entry, field } = guest
  const { sign, check } = useSigning(props)
  const cancel = () => {
    memory.forget()
    dispatch({ type: 'sign-cancelled' })
  }
  const { agent, offline } = useAgent(entry, (message) => {
    notify({ type: 'error', message })
    dispatch({ type: 'sign-cancelled' })
  })
  const led = useRef(false)
  const show = ({ page }: PlacedField) => {
    if (led.current) viewer.goTo(page)
    led.current = true
  }
  if (!agent || !field) return offline ? <Offline onCancel={cancel} /> : <StrokeLoader text={guestTexts.preparing} />
  const fields = [field, ...guest.others]
  const contact = contactOf(guest)
  return (
    <SigningSteps
      agent={agent}
      fields={fields}
      words={props.act?.words ?? (fields.length > 1 ? guestWordsForMany : guestWords)}
      knownName={knownName(guest)}
      saved={saved}
      memory={memory}
      from={from}
      docked
      fieldStatus={fields.length > 1 ? undefined : fieldStatus}
      contact={contact}
      onMailCode={(email) => agentApi.mailCode({ user_file_id: guest.documentId, email })}
      checkCode={contact === 'confirmed' ? check : undefined}
      onReviewing={onReviewing}
      onShow={show}
      onReload={viewer.reload}
      onExternalSigner={props.choose}
      sign={sign}
      end={() => null}
      onLeft={cancel}
    />
  )
}

function Offline({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Alert tone="warning" live="assertive" actions={<Button onClick={onCancel}>Cancelar</Button>}>
      {guestTexts.offline}
    </Alert>
  )
}

type DialogProps = SignerProps & Saved & { readonly state: Extract<SigningState, { step: 'dialog' | 'confirmed' }> }

function InvitedDialog(props: DialogProps) {
  const { state, viewer, onSigned, onRenewed, saved, memory, act } = props
  const { guest } = state
  const { entry, field } = guest
  if (entry.kind !== 'invitation' || !field) return null
  return (
    <DrawSignatureDialog
      open
      signerName={field.signerName}
      knownName={knownName(guest)}
      saved={saved}
      memory={memory}
      documentName={guest.fileName}
      joint={act}
      sign={async (signatureData, idempotencyKey) => {
        const shown = await shownDigest(viewer)
        if (act) return unlessSigned({ ...props, guest }, act.sign({ signatureData, shown }))
        const form = props.form?.answers()
        const attempt = { guest, field, signatureData, idempotencyKey, signField: signOnServer(), shown, form }
        return unlessSigned({ ...props, guest }, signByInvitation(attempt, entry, onRenewed))
      }}
      onReload={viewer.reload}
      onExternalSigner={props.choose}
      onSigned={onSigned}
      onClose={() => close(props)}
    />
  )
}

const askedCertificate = ({ field }: GuestSession): string | undefined =>
  field && isSaved(field) ? field.certificateIdentification : undefined

type ExternalProps = GuestSigningProps & { readonly onLeft: () => void }

function InvitedExternalSigner(props: ExternalProps) {
  const { state, viewer, onSigned, onRenewed } = props
  const { guest, step } = state
  const { entry, field } = guest
  if (entry.kind !== 'invitation' || !field || !isSaved(field)) return null
  return (
    <ExternalSigner
      fieldId={field.id}
      documentName={guest.fileName}
      asked={askedCertificate(guest)}
      fill={props.form?.save}
      withBearer={(call) => unlessSigned({ ...props, guest }, withGuestAccess({ invitation: entry, onRenewed }, call))}
      shown={() => shownDigest(viewer)}
      onSigned={(result) => {
        onSigned(result)
        if (step !== 'signing') return
        tellSigned()
        void mailAtOnce(props, guest, result.signer_info.email)
      }}
      onClose={props.onLeft}
    />
  )
}

const LinkExternalSigner = deferredExternalSigner<LinkExternalSignerProps>(
  () => import(/* webpackChunkName: "signing-means" */ './LinkExternalSignerSteps.tsx'),
)

function GuestExternalSigner(props: ExternalProps) {
  const { guest } = props.state
  if (guest.entry.kind === 'invitation') return <InvitedExternalSigner {...props} />
  return (
    <LinkExternalSigner
      guest={guest}
      form={props.form?.answers()}
      shown={() => shownDigest(props.viewer)}
      onSigned={(result, field) => {
        props.onSigned(result, field)
        tellSigned()
        void mailAtOnce(props, guest, result.signer_info.email)
      }}
      onClose={props.onLeft}
    />
  )
}
