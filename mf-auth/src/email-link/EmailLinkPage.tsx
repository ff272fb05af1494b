import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { confirmEmailCall } from 'shared/contract/accounts'
import { Link, useLocation, useParams } from 'shared/router'
import { currentSession, endSession, loadProfile } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { securityApi } from '../api/security-api.ts'
import { formFailureMessage } from '../forms/failure-message.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'

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

/** Both steps have this body; the call's type may lack it. */
const LinkSchema = confirmEmailCall.body as NonNullable<typeof confirmEmailCall.body>

const useStep = (step: Step) => {
  const token = useLocation().hash.slice(1)
  const [email, setEmail] = useState<string>()
  const { handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(LinkSchema),
    values: { token },
  })
  const { isSubmitting, errors } = formState
  const submit = handleSubmit(async ({ token: valid }) => {
    try {
      setEmail((await step.run(valid)).email)
    } catch (error) {
      setError('root', { message: formFailureMessage(error, failureTexts.emailLink) })
    }
  })
  const failure = errors.root?.message ?? (errors.token && failureTexts.emailLink.refused)
  return { email, submit, isSubmitting, failure }
}

/** Opening the link changes nothing; the button does. */
export default function EmailLinkPage() {
  const isUndo = useParams().step === 'undo'
  const step = isUndo ? undo : confirm
  const { email, submit, isSubmitting, failure } = useStep(step)
  const isDone = email !== undefined
  return (
    <AuthScreen
      title={step.title}
      lead={step.lead}
      footer={
        <p>
          {isUndo && isDone ? (
            <Link to={href.forgotPassword()}>Elegir otra contraseña</Link>
          ) : (
            <Link to={href.profile()}>Ir a mi perfil</Link>
          )}
        </p>
      }
      onSubmit={submit}
    >
      {isDone && (
        <Alert tone="success" live="polite">
          {step.done(email)}
        </Alert>
      )}
      {failure !== undefined && (
        <Alert tone="error" live="assertive">
          {failure}
        </Alert>
      )}
      {!isDone && (
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={step.busy}>
          {step.button}
        </Button>
      )}
    </AuthScreen>
  )
}
