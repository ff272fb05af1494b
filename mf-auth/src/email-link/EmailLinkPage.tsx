import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { href } from 'shared/contract'
import { messageOf } from 'shared/http'
import { Link, useLocation, useParams } from 'shared/router'
import { currentSession, endSession, loadProfile } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { securityApi } from '../security/security-api.ts'

interface Step {
  readonly title: string
  readonly lead: string
  readonly button: string
  readonly busy: string
  readonly done: (email: string) => string
  readonly run: (token: string) => Promise<{ readonly email: string }>
}

const refreshUser = async (): Promise<void> => {
  if (currentSession().kind === 'authenticated') await loadProfile()
}

const confirm: Step = {
  title: 'Confirma tu email',
  lead: 'Con este paso compruebas que la dirección es tuya.',
  button: 'Confirmar email',
  busy: 'Confirmando…',
  done: (email) => `Listo: ${email} es el email confirmado de tu cuenta.`,
  run: async (token) => {
    const answer = await securityApi.confirmEmail(token)
    await refreshUser()
    return answer
  },
}

const undo: Step = {
  title: 'Deshacer el cambio de email',
  lead: 'Tu cuenta vuelve a este email, se cierran todas las sesiones y la contraseña actual deja de servir.',
  button: 'Deshacer el cambio',
  busy: 'Deshaciendo…',
  done: (email) => `Listo: tu cuenta volvió a ${email}. Ahora elige otra contraseña.`,
  run: async (token) => {
    const answer = await securityApi.undoEmailChange(token)
    endSession()
    return answer
  },
}

type Progress =
  | { readonly kind: 'asking' | 'busy' }
  | { readonly kind: 'done'; readonly email: string }
  | { readonly kind: 'failed'; readonly message: string }

const FAILED = 'No se pudo abrir el enlace. Intenta de nuevo.'

/** Opening the link changes nothing; the button does. */
export function EmailLinkPage() {
  const token = useLocation().hash.slice(1)
  const isUndo = useParams().step === 'undo'
  const step = isUndo ? undo : confirm
  const [progress, setProgress] = useState<Progress>({ kind: 'asking' })
  const run = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (progress.kind === 'busy') return
    setProgress({ kind: 'busy' })
    try {
      setProgress({ kind: 'done', email: (await step.run(token)).email })
    } catch (error) {
      setProgress({ kind: 'failed', message: messageOf(error, FAILED) })
    }
  }
  const done = progress.kind === 'done'
  return (
    <AuthScreen
      title={step.title}
      lead={step.lead}
      footer={
        <p>
          {isUndo && done ? (
            <Link to={href.forgotPassword()}>Elegir otra contraseña</Link>
          ) : (
            <Link to={href.profile()}>Ir a mi perfil</Link>
          )}
        </p>
      }
      onSubmit={run}
    >
      {progress.kind === 'done' && (
        <Alert tone="success" live="polite">
          {step.done(progress.email)}
        </Alert>
      )}
      {progress.kind === 'failed' && (
        <Alert tone="error" live="assertive">
          {progress.message}
        </Alert>
      )}
      {!done && (
        <Button type="submit" variant="primary" busy={progress.kind === 'busy'} busyLabel={step.busy}>
          {step.button}
        </Button>
      )}
    </AuthScreen>
  )
}
