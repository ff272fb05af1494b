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
import { FormError } from '../forms/FormError.tsx'
import { failureTexts } from '../forms/failure-texts.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { useRedirect } from '../screen/use-redirect.ts'

const SENT = 'Se ha enviado un código de verificación a tu email'

/**
 * The reset screen passes its e-mail
 * when the user requests another code.
 */
const LocationStateSchema = v.object({ email: v.string() })

const useKnownEmail = (): string => {
  const state = v.safeParse(LocationStateSchema, useLocation().state)
  return state.success ? state.output.email : ''
}

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  useRedirect(sentTo === undefined ? undefined : href.resetPassword(sentTo), RECOVERY_REDIRECT_DELAY_MS)
  const form = useForm({
    resolver: validateFirst(PasswordResetSchema),
    defaultValues: { email: useKnownEmail() },
  })
  const { register, formState } = form

  const work = async ({ email }: v.InferOutput<typeof PasswordResetSchema>) => {
    await resetPassword(email)
    setSentTo(email)
    notify({ type: 'success', message: SENT })
  }
  const { submit, formError } = useSubmit(form, { work, fields: ['email'], texts: failureTexts.forgotPassword })

  return (
    <AuthScreen
      title="¿Olvidaste tu contraseña?"
      lead="Escribe el email de tu cuenta y te enviamos un código para elegir una nueva."
      footer={
        <p>
          <Link to={href.login()}>Volver a iniciar sesión</Link>
        </p>
      }
      onSubmit={submit}
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
      <FormError message={formError} />
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
