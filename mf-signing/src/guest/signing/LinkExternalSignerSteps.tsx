import { useRef, useState } from 'react'
import type { SignatureField, SignatureResult } from 'shared/contract'
import { agentApi, type Bearer, HttpError } from 'shared/http'
import { formApi } from 'shared/http/form-fields'
import ExternalSignerDialog from '../../external-signer/ExternalSignerDialog.tsx'
import { isOffline } from '../../is-offline.ts'
import type { FormAnswers } from '../../signing/sign-document.ts'
import { codeRefused, signingReason } from '../../signing/signing-refused.ts'
import { flowTexts } from '../../signing-flow/constants.ts'
import { IdentificationStep } from '../../signing-flow/IdentificationStep.tsx'
import { type ConfirmedSigner, unknownSigner } from '../../signing-flow/signer.ts'
import type { AgentQuestion } from '../../signing-flow/signing-flow.ts'
import { contactOf } from '../session/guest-rules.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { checkMailedCode, type SessionHolder } from './sign-as-guest.ts'

export interface LinkExternalSignerProps {
  readonly guest: GuestSession
  readonly form: FormAnswers | undefined
  readonly shown: () => Promise<string | undefined>
  readonly onSigned: (result: SignatureResult, field: SignatureField) => void
  readonly onClose: () => void
}

const texts = {
  introduction:
    'Di primero quién eres. Después tienes 15 minutos para descargar el documento, firmarlo en tu programa y subir la copia.',
  expired: 'Pasaron los 15 minutos. Autentícate otra vez y descarga el documento de nuevo: el anterior ya no sirve.',
} as const

/** A public link signs one field. */
const keepForm = async ({ fieldIds: [fieldId], values }: FormAnswers, bearer: Bearer): Promise<void> => {
  if (fieldId !== undefined) await formApi.saveDraft(fieldId, { values: [...values] }, bearer)
}

const codeFailure = (error: unknown, { code }: ConfirmedSigner): AgentQuestion => ({
  kind: 'failed',
  message: isOffline(error) ? flowTexts.offline : signingReason(error),
  offline: isOffline(error),
  ...(codeRefused(error) ? { code } : {}),
})

const useLinkSession = (guest: GuestSession) => {
  const [signer, setSigner] = useState(unknownSigner)
  const [asking, setAsking] = useState<AgentQuestion>({ kind: 'none' })
  const [session, setSession] = useState<SessionHolder['current']>()
  const held = useRef<SessionHolder['current']>(undefined)
  const identify = async () => {
    setAsking({ kind: 'under-way' })
    try {
      await checkMailedCode(guest, signer, held)
      setSession(held.current)
      setAsking({ kind: 'none' })
    } catch (error) {
      setAsking(codeFailure(error, signer))
    }
  }
  /** No renewal: another session has another field. */
  const withBearer = async <T,>(call: (bearer: Bearer) => Promise<T>): Promise<T> => {
    try {
      return await call({ token: session?.access_token ?? '' })
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) {
        held.current = undefined
        setSession(undefined)
        setSigner({ ...signer, code: '' })
        setAsking({ kind: 'failed', message: texts.expired })
      }
      throw error
    }
  }
  return { signer, setSigner, asking, session, identify, withBearer }
}

export default function LinkExternalSignerSteps({ guest, form, shown, onSigned, onClose }: LinkExternalSignerProps) {
  const { signer, setSigner, asking, session, identify, withBearer } = useLinkSession(guest)
  if (session !== undefined)
    return (
      <ExternalSignerDialog
        fieldId={session.signature_field.id}
        documentName={guest.fileName}
        fill={form && (() => withBearer((bearer) => keepForm(form, bearer)))}
        withBearer={withBearer}
        shown={shown}
        onSigned={(result) => onSigned(result, session.signature_field)}
        onClose={onClose}
      />
    )
  return (
    <IdentificationStep
      signer={signer}
      onSigner={setSigner}
      contact={contactOf(guest)}
      onMailCode={(email) => agentApi.mailCode({ user_file_id: guest.documentId, email })}
      knownName={undefined}
      asking={asking}
      introduction={texts.introduction}
      notice={undefined}
      onIdentify={() => void identify()}
      onBack={undefined}
      onCancel={onClose}
    />
  )
}
