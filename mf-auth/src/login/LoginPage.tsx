import { useState } from 'react'
import { href } from 'shared/contract'
import { ACCOUNT_LIMITS, type SecondStep } from 'shared/contract/accounts'
import { PasswordField, TextField } from 'shared/controls'
import { lazyPart } from 'shared/remote'
import { Link } from 'shared/router'
import { logIn } from 'shared/state/account'
import { Button } from 'shared/ui'
import { REDIRECT_DELAY_MS } from '../constants.ts'
import { FormError } from '../forms/FormError.tsx'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { useRedirect } from '../screen/use-redirect.ts'
import { readSecondStep } from '../second-step/read-second-step.ts'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { useLoginForm } from './use-login-form.ts'

const SecondStepScreen = lazyPart(() => import(/* webpackChunkName: "forms" */ '../second-step/SecondStepScreen.tsx'))

const useLogin = () => {
  const [entered, setEntered] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  const form = useLoginForm(async (credentials) => {
    try {
      await logIn(credentials)
      setEntered(true)
    } catch (error) {
      const nextStep = readSecondStep(error)
      if (!nextStep) throw error
      setStep(nextStep)
    }
  })
  return { ...form, entered, enter: () => setEntered(true), step, back: () => setStep(undefined) }
}

export function LoginPage() {
  const { submit, fail, busy, fieldProps, formError, entered, enter, step, back } = useLogin()
  useRedirect(entered ? href.dashboard() : undefined, REDIRECT_DELAY_MS)

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
        {...fieldProps('username')}
      />
      <PasswordField label="Contraseña" autoComplete="current-password" required {...fieldProps('password')} />
      <FormError message={formError} />
      <Button type="submit" variant="primary" busy={busy || entered} busyLabel="Entrando…">
        Iniciar sesión
      </Button>
      <PasskeyLogin onEntered={enter} onFailure={fail} />
    </AuthScreen>
  )
}
