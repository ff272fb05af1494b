import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, MAX_LENGTHS } from 'shared/contract'
import { PasswordResetSchema } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { Link, useLocation } from 'shared/router'
import { notify } from 'shared/state'
import { resetPassword } from 'shared/state/account'
import { Button } from 'shared/ui'
import * as v from 'valibot'
import { RECOVERY_REDIRECT_DELAY_MS } from '../constants.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { authFailure } from '../screen/auth-failure.ts'
import { useRedirect } from '../screen/use-redirect.ts'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import { forgotTexts } from './forgot-texts.ts'

const SENT = 'Se ha enviado un código de verificación a tu email'

/**
 * The reset screen passes its e-mail
 * when the user requests another code.
 */
const ArrivalSchema = v.object({ email: v.string() })

const useKnownEmail = (): string => {
  const arrival = v.safeParse(ArrivalSchema, useLocation().state)
  return arrival.success ? arrival.output.email : ''
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  useRedirect(sentTo === undefined ? undefined : href.resetPassword(sentTo), RECOVERY_REDIRECT_DELAY_MS)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(PasswordResetSchema),
    defaultValues: { email: useKnownEmail() },
  })

  const send = async ({ email }: v.InferOutput<typeof PasswordResetSchema>) => {
    try {
      await resetPassword(email)
      setSentTo(email)
      notify({ type: 'success', message: SENT })
    } catch (error) {
      const { message, field } = authFailure(error, forgotTexts, ['email'])
      notify({ type: 'error', message })
      if (field) setError(field, { message }, { shouldFocus: true })
    }
  }

  return (
    <AuthScreen
      title="¿Olvidaste tu contraseña?"
      lead="Escribe el email de tu cuenta y te enviamos un código para elegir una nueva."
      footer={
        <p>
          <Link to={href.login()}>Volver a iniciar sesión</Link>
        </p>
      }
      onSubmit={handleSubmit(send, warnOfFirst)}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTHS.email}
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button
        type="submit"
        variant="primary"
        busy={formState.isSubmitting || sentTo !== undefined}
        busyLabel="Enviando código…"
      >
        Enviar código
      </Button>
    </AuthScreen>
  )
}
