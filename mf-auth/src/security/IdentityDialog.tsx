import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordProofSchema } from 'shared/contract/accounts'
import { Dialog, PasswordField } from 'shared/controls'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import styles from './Security.module.css'
import { securityApi } from './security-api.ts'
import { useFailure } from './use-failure.ts'

export interface IdentityDialogProps {
  readonly open: boolean
  readonly onProof: (proof: string) => void
  readonly onClose: () => void
}

function PasswordProof({ id, onProof }: { readonly id: string; readonly onProof: (proof: string) => void }) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(PasswordProofSchema),
    defaultValues: { password: '' },
  })
  const fail = useFailure(setError, ['password'])
  const prove = async ({ password }: v.InferOutput<typeof PasswordProofSchema>) => {
    try {
      onProof((await securityApi.prove(password)).proof)
    } catch (error) {
      fail(error)
    }
  }
  return (
    <form id={id} className={styles.form} noValidate onSubmit={handleSubmit(prove, warnOfFirst)}>
      <PasswordField
        label="Tu contraseña"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </form>
  )
}

/** Asks again who is there, before something changes the account. */
export function IdentityDialog({ open, onProof, onClose }: IdentityDialogProps) {
  const form = useId()
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
      <PasswordProof id={form} onProof={onProof} />
    </Dialog>
  )
}
