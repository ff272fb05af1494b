import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { ACCOUNT_LIMITS, LoginSchema, type SecondStep } from 'shared/contract/accounts'
import { PasswordField, TextField } from 'shared/controls'
import { Link } from 'shared/router'
import { notify } from 'shared/state'
import { logIn } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { REDIRECT_DELAY_MS } from '../constants.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { authFailure } from '../screen/auth-failure.ts'
import { useRedirect } from '../screen/use-redirect.ts'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import { SecondStepScreen } from '../second-step/SecondStepScreen.tsx'
import { secondStepOf } from '../second-step/second-step-of.ts'
import { loginTexts } from './login-texts.ts'
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
      const lacking = secondStepOf(error)
      if (lacking) return setStep(lacking)
      notify({ type: 'error', message: authFailure(error, loginTexts, []).message })
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
      onSubmit={handleSubmit(enter, warnOfFirst)}
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
