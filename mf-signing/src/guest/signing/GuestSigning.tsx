import { useRef } from 'react'
import type { SignatureField, SignatureResult } from 'shared/contract'
import { agentApi, signingApi } from 'shared/http'
import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import type { SignField } from '../../agent/signing-agent.ts'
import type { Field } from '../../fields/field-lifecycle.ts'
import { SignatureDialog } from '../../signature-dialog/SignatureDialog.tsx'
import { guestWords, guestWordsForMany, SIGNING_TIMEOUT_MS } from '../../signing-flow/constants.ts'
import { type Attempt, SigningSteps } from '../../signing-flow/SigningSteps.tsx'
import { shownDigest } from '../../signing-flow/shown-digest.ts'
import { withinTime } from '../../signing-flow/within-time.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import type { SigningState } from '../GuestDocument.tsx'
import type { GuestAction } from '../guest-flow.ts'
import { contactOf } from '../guest-visit.ts'
import { sendSignedPdf } from '../send-signed-pdf.ts'
import { checkCode, type SessionHolder, signByInvitation, signByPublicLink } from './sign-as-guest.ts'
import { ThanksDialog } from './ThanksDialog.tsx'
import { useAgent } from './use-agent.ts'

export interface GuestSigningProps {
  readonly state: SigningState
  readonly dispatch: (action: GuestAction) => void
  readonly viewer: ViewerModel
  /** Status of scrolling to the field. */
  readonly arrival: string | undefined
  readonly onReviewing: (reviewing: boolean) => void
  readonly onSigned: (result: SignatureResult, field?: SignatureField) => void
  readonly onRenewed: (accessToken: string) => void
}

export default function GuestSigning(props: GuestSigningProps) {
  const { state, dispatch } = props
  switch (state.step) {
    case 'signing':
      return <Flow key={state.from} {...props} state={state} />
    case 'dialog':
    case 'confirmed':
      return <InvitedDialog {...props} state={state} />
    case 'thanks':
      return <ThanksDialog state={state} dispatch={dispatch} />
  }
}

type FlowProps = GuestSigningProps & { readonly state: Extract<SigningState, { step: 'signing' }> }

function Flow({ state, dispatch, viewer, arrival, onReviewing, onSigned, onRenewed }: FlowProps) {
  const { visit, from } = state
  const { way, field } = visit
  const session = useRef<SessionHolder['current']>(undefined)
  const cancel = () => dispatch({ type: 'sign-cancelled' })
  const agent = useAgent(way, (message) => {
    notify({ type: 'error', message })
    cancel()
  })
  /** Mails the PDF to the signer. */
  const mail = async (email: string) => {
    const notification = await sendSignedPdf(visit.documentId, email)
    notify(notification)
    dispatch({ type: 'mailed', notification })
  }
  const sign = async ({ signer, signatureData, idempotencyKey, signField, onField, fields }: Attempt<Field>) => {
    const [first] = fields
    if (!first) return
    const shown = await shownDigest(viewer)
    const attempt = { visit, field: first, signatureData, idempotencyKey, signField, shown }
    const result =
      way.kind === 'invitation'
        ? await signByInvitation(attempt, way, onRenewed)
        : await signByPublicLink(attempt, signer, session)
    onField()
    onSigned(result, session.current?.signature_field)
    void mail(result.signer_info.email)
  }
  const led = useRef(false)
  /** The page scrolls to the first field by itself. */
  const show = ({ page }: Field) => {
    if (led.current) viewer.goTo(page)
    led.current = true
  }
  if (!agent || !field) return <StrokeLoader text={guestTexts.preparing} />
  const fields = [field, ...visit.others]
  const contact = contactOf(visit)
  return (
    <SigningSteps
      agent={agent}
      fields={fields}
      words={fields.length > 1 ? guestWordsForMany : guestWords}
      from={from}
      docked
      arrival={fields.length > 1 ? undefined : arrival}
      contact={contact}
      onMailCode={(email) => agentApi.mailCode({ user_file_id: visit.documentId, email })}
      checkCode={contact === 'confirmed' ? (signer) => checkCode(visit, signer, session) : undefined}
      onReviewing={onReviewing}
      onShow={show}
      onReload={viewer.reload}
      sign={sign}
      end={() => null}
      onLeft={cancel}
    />
  )
}

type DialogProps = GuestSigningProps & { readonly state: Extract<SigningState, { step: 'dialog' | 'confirmed' }> }

/** The invitation identifies the signer. */
function InvitedDialog({ state, dispatch, viewer, onSigned, onRenewed }: DialogProps) {
  const { visit, step } = state
  const { way, field } = visit
  if (way.kind !== 'invitation' || !field) return null
  const signField: SignField = (id, body, bearer) =>
    withinTime(SIGNING_TIMEOUT_MS, (signal) => signingApi.sign(id, body, bearer, signal))
  return (
    <SignatureDialog
      open
      signerName={field.signerName}
      documentName={visit.fileName}
      sign={async (signatureData, idempotencyKey) => {
        const shown = await shownDigest(viewer)
        return signByInvitation({ visit, field, signatureData, idempotencyKey, signField, shown }, way, onRenewed)
      }}
      onReload={viewer.reload}
      onSigned={onSigned}
      onClose={() => {
        if (step === 'confirmed') void sendSignedPdf(visit.documentId, state.result.signer_info.email).then(notify)
        dispatch({ type: step === 'confirmed' ? 'finished' : 'sign-cancelled' })
      }}
    />
  )
}
