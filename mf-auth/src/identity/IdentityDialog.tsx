import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CODE_MAX_LENGTH, PasswordProofSchema, type SecondFactors } from 'shared/contract/accounts'
import { Dialog, PasswordField, TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { securityApi } from '../api/security-api.ts'
import { notifyFailure, notifyFormFailure } from '../forms/notify-failure.ts'
import { notifyFirstError, validateFirst } from '../forms/validate-first.ts'
import { requestPasskey } from '../passkeys/passkeys.ts'
import styles from './Identity.module.css'

export interface IdentityDialogProps {
  readonly open: boolean
  readonly factors: SecondFactors | undefined
  readonly onProof: (proof: string) => void
  readonly onClose: () => void
}

interface ProofProps {
  readonly onProof: (proof: string) => void
}

function PasswordProof({ id, needsCode, onProof }: ProofProps & { readonly id: string; readonly needsCode: boolean }) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(PasswordProofSchema),
    defaultValues: { password: '', code: '' },
  })
  const { errors } = formState
  const prove = async (body: v.InferOutput<typeof PasswordProofSchema>) => {
    try {
      onProof((await securityApi.prove(body)).proof)
    } catch (error) {
      notifyFormFailure(error, { setError, fields: ['password', 'code'] })
    }
  }
  return (
    <form id={id} className={styles.form} noValidate onSubmit={handleSubmit(prove, notifyFirstError)}>
      <PasswordField
        label="Tu contraseña"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      {needsCode && (
        <TextField
          label="Código"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={CODE_MAX_LENGTH}
          help="El de tu aplicación, o un código de recuperación."
          error={errors.code?.message}
          {...register('code')}
        />
      )}
    </form>
  )
}

function PasskeyProof({ onProof }: ProofProps) {
  const [busy, setBusy] = useState(false)
  const prove = async () => {
    setBusy(true)
    try {
      const { token, options } = await securityApi.startPasskeyProof()
      onProof((await securityApi.provePasskey({ token, passkey: await requestPasskey(options) })).proof)
    } catch (error) {
      setBusy(false)
      notifyFailure(error)
    }
  }
  return (
    <Button busy={busy} busyLabel="Esperando tu llave…" onClick={prove}>
      Usar mi llave de acceso
    </Button>
  )
}

/** Re-authenticates before account changes. */
export function IdentityDialog({ open, factors, onProof, onClose }: IdentityDialogProps) {
  const form = useId()
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Confirma que eres tú"
      description="Es un cambio importante en tu cuenta."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={form} variant="primary">
            Continuar
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {hasPasskey && <PasskeyProof onProof={onProof} />}
        <PasswordProof id={form} needsCode={hasPasskey || factors?.totp === true} onProof={onProof} />
      </div>
    </Dialog>
  )
}
