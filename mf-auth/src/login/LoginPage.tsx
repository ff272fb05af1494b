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
import { failureTexts } from '../forms/failure-texts.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import { notifyFirstError, validateFirst } from '../forms/validate-first.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { useRedirect } from '../screen/use-redirect.ts'
import { readSecondStep } from '../second-step/read-second-step.ts'
import { SecondStepScreen } from '../second-step/SecondStepScreen.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'

export function LoginPage() {
  const [entered, setEntered] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  useRedirect(entered ? href.dashboard() : undefined, REDIRECT_DELAY_MS)
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: validateFirst(LoginSchema),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const enter = async (credentials: v.InferOutput<typeof LoginSchema>) => {
    try {
      await logIn(credentials)
      setEntered(true)
    } catch (error) {
      const nextStep = readSecondStep(error)
      if (nextStep) return setStep(nextStep)
      notifyFailure(error, failureTexts.login)
      setFocus('password', { shouldSelect: true })
    }
  }

  if (step) return <SecondStepScreen step={step} onEntered={() => setEntered(true)} onBack={() => setStep(undefined)} />
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
      onSubmit={handleSubmit(enter, notifyFirstError)}
    >
      <TextField
        label="Nombre de usuario"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT_LIMITS.username}
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting || entered} busyLabel="Entrando…">
        Iniciar sesión
      </Button>
      <PasskeyLogin onEntered={() => setEntered(true)} />
    </AuthScreen>
  )
}
