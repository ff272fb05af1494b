import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CODE_MAX_LENGTH, CodeSchema, type SecondStep } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { HttpError } from 'shared/http'
import { enter } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { securityApi } from '../api/security-api.ts'
import { FormError } from '../forms/FormError.tsx'
import { notifyFailure } from '../forms/notify-failure.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { requestPasskey } from '../passkeys/passkeys.ts'
import { AuthScreen } from '../screen/AuthScreen.tsx'

export interface SecondStepScreenProps {
  readonly step: SecondStep
  readonly onEntered: () => void
  /** The step has expired or the user goes back. */
  readonly onBack: () => void
}

const isStepExpired = (error: unknown): boolean => error instanceof HttpError && error.code === 'SECOND_STEP_EXPIRED'

export default function LazySecondStepScreen({ step, onEntered, onBack }: SecondStepScreenProps) {
  const [busy, setBusy] = useState(false)
  const form = useForm({ resolver: validateFirst(CodeSchema), defaultValues: { code: '' } })
  const { register, formState } = form
  const { token, options, totp } = step
  const finish = async (answer: () => ReturnType<typeof securityApi.secondStep>) => {
    setBusy(true)
    try {
      await enter(await answer())
      onEntered()
    } catch (error) {
      setBusy(false)
      if (!isStepExpired(error)) throw error
      notifyFailure(error)
      onBack()
    }
  }
  const work = ({ code }: v.InferOutput<typeof CodeSchema>) => finish(() => securityApi.secondStep({ token, code }))
  const { submit, fail, formError } = useSubmit(form, { work, fields: ['code'] })
  const sendPasskey = () =>
    finish(async () => securityApi.secondStep({ token, passkey: await requestPasskey(options ?? {}) })).catch(fail)
  return (
    <AuthScreen
      title="Segundo paso"
      lead="Tu cuenta tiene una protección más."
      footer={
        <p>
          <Button variant="ghost" onClick={onBack}>
            Volver a empezar
          </Button>
        </p>
      }
      onSubmit={submit}
    >
      {options && (
        <Button variant={totp ? 'secondary' : 'primary'} busy={busy} busyLabel="Comprobando…" onClick={sendPasskey}>
          Usar mi llave de acceso
        </Button>
      )}
      <TextField
        label={totp ? 'Código' : 'Código de recuperación'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={CODE_MAX_LENGTH}
        required
        help={totp ? 'El de tu aplicación, o un código de recuperación.' : 'Si no tienes tu llave a mano.'}
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <FormError message={formError} />
      <Button type="submit" variant={totp || !options ? 'primary' : 'secondary'} busy={busy} busyLabel="Comprobando…">
        Continuar
      </Button>
    </AuthScreen>
  )
}
