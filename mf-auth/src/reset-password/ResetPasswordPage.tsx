import { useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { PasswordResetConfirmSchema, type SecondStep } from 'shared/contract/accounts'
import { PasswordField } from 'shared/controls'
import { Link, useNavigate, useSearchParams } from 'shared/router'
import { notify } from 'shared/state'
import { confirmPasswordReset } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { RECOVERY_REDIRECT_DELAY_MS } from '../constants.ts'
import { FormError } from '../forms/FormError.tsx'
import { failureTexts } from '../forms/failure-texts.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { NewPasswordField } from '../password/NewPasswordField.tsx'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { useRedirect } from '../screen/use-redirect.ts'
import { readSecondStep } from '../second-step/read-second-step.ts'
import LazySecondStepScreen from '../second-step/SecondStepScreen.tsx'
import { CodeField } from './CodeField.tsx'
import styles from './ResetPasswordPage.module.css'

const UPDATED = 'Contraseña actualizada exitosamente'

const serverFields = ['code', 'new_password', 'password_confirmation'] as const

type Reset = v.InferInput<typeof PasswordResetConfirmSchema>

const useReset = (email: string, onInvalid: (errors: FieldErrors<Reset>) => void) => {
  const [updated, setUpdated] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  const form = useForm({
    resolver: validateFirst(PasswordResetConfirmSchema),
    defaultValues: { email, code: '', new_password: '', password_confirmation: '' },
  })
  const work = async (reset: v.InferOutput<typeof PasswordResetConfirmSchema>) => {
    try {
      await confirmPasswordReset(reset)
      setUpdated(true)
      notify({ type: 'success', message: UPDATED })
    } catch (error) {
      const nextStep = readSecondStep(error)
      if (!nextStep) throw error
      notify({ type: 'success', message: UPDATED })
      setStep(nextStep)
    }
  }
  const { submit, formError } = useSubmit(form, {
    work,
    fields: serverFields,
    texts: failureTexts.resetPassword,
    onInvalid,
  })
  return { form, submit, formError, step, updated, enter: () => setUpdated(true) }
}

function ResetFields({ form, email }: { readonly form: UseFormReturn<Reset>; readonly email: string }) {
  const { register, formState, setValue, clearErrors } = form
  const { errors } = formState
  const fillCode = (code: string) => {
    setValue('code', code, { shouldDirty: true })
    clearErrors('code')
  }
  return (
    <>
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
    </>
  )
}

export default function ResetPasswordPage() {
  const email = useSearchParams()[0].get('email')?.trim() ?? ''
  const navigate = useNavigate()
  const change = useRef<HTMLAnchorElement>(null)
  const { form, submit, formError, step, updated, enter } = useReset(email, (errors) => {
    // The e-mail is changed on the previous screen.
    if (errors.email) change.current?.focus()
  })
  useRedirect(updated ? href.home() : undefined, RECOVERY_REDIRECT_DELAY_MS)

  if (step) return <LazySecondStepScreen step={step} onEntered={enter} onBack={() => navigate(href.login())} />
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
      onSubmit={submit}
    >
      <p className={styles.email}>
        <span className={styles.address}>
          Email: <strong>{email || 'sin indicar'}</strong>
        </span>
        <Link ref={change} to={href.forgotPassword()} state={{ email }}>
          Cambiar
        </Link>
      </p>
      <ResetFields form={form} email={email} />
      <FormError message={formError} />
      <Button type="submit" variant="primary" busy={form.formState.isSubmitting || updated} busyLabel="Actualizando…">
        Actualizar contraseña
      </Button>
    </AuthScreen>
  )
}
