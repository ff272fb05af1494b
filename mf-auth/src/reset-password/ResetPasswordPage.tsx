import { useRef, useState } from 'react'
import { type SubmitErrorHandler, useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { PasswordResetConfirmSchema, type SecondStep } from 'shared/contract/accounts'
import { PasswordField } from 'shared/controls'
import { Link, useNavigate, useSearchParams } from 'shared/router'
import { notify } from 'shared/state'
import { confirmPasswordReset } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { RECOVERY_REDIRECT_DELAY_MS } from '../constants.ts'
import { NewPasswordField } from '../password/NewPasswordField.tsx'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { authFailure } from '../screen/auth-failure.ts'
import { useRedirect } from '../screen/use-redirect.ts'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import { SecondStepScreen } from '../second-step/SecondStepScreen.tsx'
import { secondStepOf } from '../second-step/second-step-of.ts'
import { CodeField } from './CodeField.tsx'
import styles from './ResetPasswordPage.module.css'
import { resetTexts } from './reset-texts.ts'

const UPDATED = 'Contraseña actualizada exitosamente'

type Reset = v.InferInput<typeof PasswordResetConfirmSchema>

export function ResetPasswordPage() {
  const email = useSearchParams()[0].get('email')?.trim() ?? ''
  const [updated, setUpdated] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  const navigate = useNavigate()
  const change = useRef<HTMLAnchorElement>(null)
  useRedirect(updated ? href.home() : undefined, RECOVERY_REDIRECT_DELAY_MS)
  const { register, handleSubmit, formState, setError, setValue, clearErrors } = useForm({
    resolver: validateFirst(PasswordResetConfirmSchema),
    defaultValues: { email, code: '', new_password: '', password_confirmation: '' },
  })
  const { errors } = formState

  const update = async (reset: v.InferOutput<typeof PasswordResetConfirmSchema>) => {
    try {
      await confirmPasswordReset(reset)
      setUpdated(true)
      notify({ type: 'success', message: UPDATED })
    } catch (error) {
      const lacking = secondStepOf(error)
      if (lacking) {
        notify({ type: 'success', message: UPDATED })
        return setStep(lacking)
      }
      const { message, field } = authFailure(error, resetTexts, ['code', 'new_password', 'password_confirmation'])
      notify({ type: 'error', message })
      if (field) setError(field, { message }, { shouldFocus: true })
    }
  }
  const warn: SubmitErrorHandler<Reset> = (failures) => {
    warnOfFirst(failures)
    // The e-mail is changed on the previous screen.
    if (failures.email) change.current?.focus()
  }
  const fillCode = (code: string) => {
    setValue('code', code, { shouldDirty: true })
    clearErrors('code')
  }

  if (step)
    return <SecondStepScreen step={step} onEntered={() => setUpdated(true)} onBack={() => navigate(href.login())} />
  return (
    <AuthScreen
      title="Restablecer contraseña"
      lead="Escribe el código que te enviamos y elige tu nueva contraseña."
      footer={
        <p>
          ¿No te llegó?{' '}
          <Link to={href.forgotPassword()} state={{ email }}>
            Solicitar un nuevo código
          </Link>
        </p>
      }
      onSubmit={handleSubmit(update, warn)}
    >
      <p className={styles.email}>
        <span className={styles.address}>
          Email: <strong>{email || 'sin indicar'}</strong>
        </span>
        <Link ref={change} to={href.forgotPassword()} state={{ email }}>
          Cambiar
        </Link>
      </p>
      <CodeField field={register('code')} error={errors.code?.message} onCode={fillCode} />
      <NewPasswordField
        label="Nueva contraseña"
        personal={() => [email]}
        error={errors.new_password?.message}
        {...register('new_password', { deps: ['password_confirmation'] })}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
        error={errors.password_confirmation?.message}
        {...register('password_confirmation')}
      />
      <Button type="submit" variant="primary" busy={formState.isSubmitting || updated} busyLabel="Actualizando…">
        Actualizar contraseña
      </Button>
    </AuthScreen>
  )
}
