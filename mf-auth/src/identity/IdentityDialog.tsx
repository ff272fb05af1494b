import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CODE_MAX_LENGTH, PasswordProofSchema, type SecondFactors } from 'shared/contract/accounts'
import { Dialog, PasswordField, TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { securityApi } from '../api/security-api.ts'
import { FormError } from '../forms/FormError.tsx'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
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

interface ProofFormProps extends ProofProps {
  readonly id: string
  readonly hasPasskey: boolean
  readonly needsCode: boolean
}

function PasskeyProof({ onProof, onFailure }: ProofProps & { readonly onFailure: (error: unknown) => void }) {
  const [busy, setBusy] = useState(false)
  const prove = async () => {
    setBusy(true)
    try {
      const { token, options } = await securityApi.startPasskeyProof()
      onProof((await securityApi.provePasskey({ token, passkey: await requestPasskey(options) })).proof)
    } catch (error) {
      setBusy(false)
      onFailure(error)
    }
  }
  return (
    <Button busy={busy} busyLabel="Esperando tu llave…" onClick={prove}>
      Usar mi llave de acceso
    </Button>
  )
}

function ProofForm({ id, hasPasskey, needsCode, onProof }: ProofFormProps) {
  const form = useForm({
    resolver: validateFirst(PasswordProofSchema),
    defaultValues: { password: '', code: '' },
  })
  const { register, formState } = form
  const { errors } = formState
  const work = async (body: v.InferOutput<typeof PasswordProofSchema>) => onProof((await securityApi.prove(body)).proof)
  const { submit, fail, formError } = useSubmit(form, { work, fields: ['password', 'code'] })
  return (
    <form id={id} className={styles.form} noValidate onSubmit={submit}>
      {hasPasskey && <PasskeyProof onProof={onProof} onFailure={fail} />}
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
      <FormError message={formError} />
    </form>
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
      <ProofForm id={form} hasPasskey={hasPasskey} needsCode={hasPasskey || factors?.totp === true} onProof={onProof} />
    </Dialog>
  )
}
