import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href } from 'shared/contract'
import { RegisterSchema } from 'shared/contract/accounts'
import { Link } from 'shared/router'
import { notify } from 'shared/state'
import { signUp } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { REDIRECT_DELAY_MS } from '../constants.ts'
import { FormError } from '../forms/FormError.tsx'
import { failureTexts } from '../forms/failure-texts.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'
import { useRedirect } from '../screen/use-redirect.ts'
import { RegisterFields } from './RegisterFields.tsx'

const CREATED = '¡Cuenta creada exitosamente! Redirigiendo...'

const empty = {
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  password_confirmation: '',
}

const fields = Object.keys(empty) as (keyof typeof empty)[]

export default function RegisterPage() {
  const [created, setCreated] = useState(false)
  useRedirect(created ? href.dashboard() : undefined, REDIRECT_DELAY_MS)
  const form = useForm({ resolver: validateFirst(RegisterSchema), defaultValues: empty })
  const { register, formState, getValues } = form

  const work = async (account: v.InferOutput<typeof RegisterSchema>) => {
    await signUp(account)
    setCreated(true)
    notify({ type: 'success', message: CREATED })
  }
  const { submit, formError } = useSubmit(form, { work, fields, texts: failureTexts.register })

  return (
    <AuthScreen
      title="Crear cuenta"
      lead="Sube un PDF, invita a firmar y descárgalo firmado."
      footer={
        <p>
          ¿Ya tienes cuenta? <Link to={href.login()}>Iniciar sesión</Link>
        </p>
      }
      onSubmit={submit}
    >
      <RegisterFields
        register={register}
        errors={formState.errors}
        personal={() => getValues(['username', 'first_name', 'last_name', 'email'])}
      />
      <FormError message={formError} />
      <Button type="submit" variant="primary" busy={formState.isSubmitting || created} busyLabel="Creando cuenta…">
        Crear cuenta
      </Button>
    </AuthScreen>
  )
}
