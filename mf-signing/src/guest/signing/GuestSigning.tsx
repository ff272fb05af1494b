import { useRef } from 'react'
import type { SignatureField, SignatureResult } from 'shared/contract'
import { agentApi } from 'shared/http'
import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import type { Field } from '../../fields/field-lifecycle.ts'
import { SignatureDialog } from '../../signature-dialog/SignatureDialog.tsx'
import { shownDigest } from '../../signing/shown-digest.ts'
import { signOnServer } from '../../signing/sign-document.ts'
import { guestWords, guestWordsForMany } from '../../signing-flow/constants.ts'
import { type Attempt, SigningSteps } from '../../signing-flow/SigningSteps.tsx'
import type { Signer } from '../../signing-flow/signer.ts'
import type { ViewerModel } from '../../viewer/use-viewer.ts'
import { guestTexts } from '../constants.ts'
import type { SigningState } from '../document/GuestDocument.tsx'
import { sendSignedPdf } from '../send-signed-pdf.ts'
import type { GuestAction } from '../session/guest-flow.ts'
import { contactOf } from '../session/guest-session.ts'
import { checkCode, type SessionHolder, signByInvitation, signByPublicLink } from './sign-as-guest.ts'
import { ThanksDialog } from './ThanksDialog.tsx'
import { useAgent } from './use-agent.ts'

export interface GuestSigningProps {
  readonly state: SigningState
  readonly dispatch: (action: GuestAction) => void
  readonly viewer: ViewerModel
  readonly fieldStatus: string | undefined
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

/** Signs by invitation or public link, then mails the PDF. */
const useSigning = ({ state: { guest }, dispatch, viewer, onSigned, onRenewed }: FlowProps) => {
  const { entry } = guest
  const session = useRef<SessionHolder['current']>(undefined)
  const mail = async (email: string) => {
    const notification = await sendSignedPdf(guest.documentId, email)
    notify(notification)
    dispatch({ type: 'mailed', notification })
  }
  const sign = async ({ signer, signatureData, idempotencyKey, signField, onField, fields }: Attempt<Field>) => {
    const [first] = fields
    if (!first) return
    const shown = await shownDigest(viewer)
    const attempt = { guest, field: first, signatureData, idempotencyKey, signField, shown }
    const result =
      entry.kind === 'invitation'
        ? await signByInvitation(attempt, entry, onRenewed)
        : await signByPublicLink(attempt, signer, session)
    onField()
    onSigned(result, session.current?.signature_field)
    void mail(result.signer_info.email)
  }
  return { sign, check: (signer: Signer) => checkCode(guest, signer, session) }
}

function Flow(props: FlowProps) {
  const { state, dispatch, viewer, fieldStatus, onReviewing } = props
  const { guest, from } = state
  const { entry, field } = guest
  const { sign, check } = useSigning(props)
  const cancel = () => dispatch({ type: 'sign-cancelled' })
  const agent = useAgent(entry, (message) => {
    notify({ type: 'error', message })
    cancel()
  })
  const led = useRef(false)
  const show = ({ page }: Field) => {
    if (led.current) viewer.goTo(page)
    led.current = true
  }
  if (!agent || !field) return <StrokeLoader text={guestTexts.preparing} />
  const fields = [field, ...guest.others]
  const contact = contactOf(guest)
  return (
    <SigningSteps
      agent={agent}
      fields={fields}
      words={fields.length > 1 ? guestWordsForMany : guestWords}
      from={from}
      docked
      fieldStatus={fields.length > 1 ? undefined : fieldStatus}
      contact={contact}
      onMailCode={(email) => agentApi.mailCode({ user_file_id: guest.documentId, email })}
      checkCode={contact === 'confirmed' ? check : undefined}
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

function InvitedDialog({ state, dispatch, viewer, onSigned, onRenewed }: DialogProps) {
  const { guest, step } = state
  const { entry, field } = guest
  if (entry.kind !== 'invitation' || !field) return null
  return (
    <SignatureDialog
      open
      signerName={field.signerName}
      documentName={guest.fileName}
      sign={async (signatureData, idempotencyKey) => {
        const shown = await shownDigest(viewer)
        return signByInvitation(
          { guest, field, signatureData, idempotencyKey, signField: signOnServer(), shown },
          entry,
          onRenewed,
        )
      }}
      onReload={viewer.reload}
      onSigned={onSigned}
      onClose={() => {
        if (step === 'confirmed') void sendSignedPdf(guest.documentId, state.result.signer_info.email).then(notify)
        dispatch({ type: step === 'confirmed' ? 'finished' : 'sign-cancelled' })
      }}
    />
  )
}
