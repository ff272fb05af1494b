import { useCallback, useState } from 'react'
import type { SecurityState } from 'shared/contract/accounts'
import { notify } from 'shared/state'
import { Badge, Button, CheckIcon, ToneIcon } from 'shared/ui'
import { securityApi } from '../api/security-api.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import type { AskIdentity } from '../identity/use-identity.tsx'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { ConnectionsDialog } from './ConnectionsDialog.tsx'

export interface AccessSectionProps {
  readonly state: SecurityState
  readonly ask: AskIdentity
  readonly onChanged: () => void
}

const sendConfirmation = async (): Promise<void> => {
  try {
    const { email } = await securityApi.requestEmailConfirmation()
    notify({ type: 'success', message: `Enviamos un enlace a ${email}. Ábrelo para confirmar tu email.` })
  } catch (error) {
    notifyFailure(error)
  }
}

function PendingEmail({ email, onChanged }: { readonly email: string; readonly onChanged: () => void }) {
  const cancel = async () => {
    try {
      await securityApi.cancelEmailChange()
      onChanged()
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <SectionRow label="Cambio pendiente" action={<Button onClick={cancel}>Cancelar cambio</Button>}>
      Falta que confirmes {email} con el enlace que enviamos ahí.
    </SectionRow>
  )
}

export function AccessSection({ state, ask, onChanged }: AccessSectionProps) {
  const [changing, setChanging] = useState<{ readonly what: 'email' | 'password'; readonly proof: string }>()
  const begin = async (what: 'email' | 'password') => {
    const proof = await ask()
    if (proof !== undefined) setChanging({ what, proof })
  }
  const close = () => setChanging(undefined)
  const [showsConnections, setShowsConnections] = useState(false)
  const closeConnections = useCallback(() => setShowsConnections(false), [])
  const done = () => {
    if (changing?.what === 'password') setShowsConnections(true)
    close()
    onChanged()
  }
  const ChangeDialog = changing?.what === 'password' ? ChangePasswordDialog : ChangeEmailDialog
  return (
    <ProfileSection title="Email y contraseña">
      <SectionRow
        label="Email"
        badge={
          state.email_verified ? (
            <Badge tone="success" icon={<CheckIcon />}>
              Confirmado
            </Badge>
          ) : (
            <Badge tone="warning" icon={<ToneIcon tone="warning" />}>
              Sin confirmar
            </Badge>
          )
        }
        action={<Button onClick={() => begin('email')}>Cambiar email</Button>}
      >
        {state.email}
      </SectionRow>
      {!state.email_verified && (
        <SectionRow
          label="Confirmación"
          action={<Button onClick={sendConfirmation}>Enviar correo de confirmación</Button>}
        >
          Confirma que este email es tuyo para recuperar tu cuenta e invitar a otras personas.
        </SectionRow>
      )}
      {state.pending_email !== null && <PendingEmail email={state.pending_email} onChanged={onChanged} />}
      <SectionRow label="Contraseña" action={<Button onClick={() => begin('password')}>Cambiar contraseña</Button>}>
        Al cambiarla se cierran tus demás sesiones, y ves qué programas siguen conectados.
      </SectionRow>
      {changing && <ChangeDialog proof={changing.proof} onDone={done} onClose={close} />}
      {showsConnections && <ConnectionsDialog onClose={closeConnections} />}
    </ProfileSection>
  )
}
