import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { ACCOUNT_LIMITS, LoginSchema, type SecondStep } from 'shared/contract/accounts'
import { PasswordField, TextField } from 'shared/controls'
import { Link } from 'shared/router'
import { logIn } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { REDIRECT_DELAY_MS } from '../constants.ts'
import { FormError } from '../forms/FormError.tsx'
import { failureTexts } from '../forms/failure-texts.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { useRedirect } from '../screen/use-redirect.ts'
import { readSecondStep } from '../second-step/read-second-step.ts'
import { SecondStepScreen } from '../second-step/SecondStepScreen.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'

const useLogin = () => {
  const [entered, setEntered] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  const form = useForm({
    resolver: validateFirst(LoginSchema),
    defaultValues: { username: '', password: '' },
  })
  const work = async (credentials: v.InferOutput<typeof LoginSchema>) => {
    try {
      await logIn(credentials)
      setEntered(true)
    } catch (error) {
      const nextStep = readSecondStep(error)
      if (!nextStep) throw error
      setStep(nextStep)
    }
  }
  const submission = useSubmit(form, { work, fields: [], texts: failureTexts.login, retype: 'password' })
  return { form, ...submission, entered, enter: () => setEntered(true), step, back: () => setStep(undefined) }
}

export function LoginPage() {
  const { form, submit, fail, formError, entered, enter, step, back } = useLogin()
  useRedirect(entered ? href.dashboard() : undefined, REDIRECT_DELAY_MS)
  const { errors, isSubmitting } = form.formState

  if (step) return <SecondStepScreen step={step} onEntered={enter} onBack={back} />
  return (
    <AuthScreen
      title="Iniciar sesión"
      lead="Tus documentos y sus firmas te esperan."
      footer={
        <>
          <p>
            <Link to={href.forgotPassword()}>¿Olvidaste tu contraseña?</Link>
          </p>
          <p>
            ¿Todavía no tienes cuenta? <Link to={href.register()}>Crear cuenta</Link>
          </p>
        </>
      }
      onSubmit={submit}
    >
      <TextField
        label="Nombre de usuario"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT_LIMITS.username}
        required
        error={errors.username?.message}
        {...form.register('username')}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <FormError message={formError} />
      <Button type="submit" variant="primary" busy={isSubmitting || entered} busyLabel="Entrando…">
        Iniciar sesión
      </Button>
      <PasskeyLogin onEntered={enter} onFailure={fail} />
    </AuthScreen>
  )
}
