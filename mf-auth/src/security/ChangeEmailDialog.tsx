import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ChangeEmailSchema } from 'shared/contract/accounts'
import { Dialog, TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import styles from './Security.module.css'
import { securityApi } from './security-api.ts'
import { useFailure } from './use-failure.ts'

export interface ChangeDialogProps {
  readonly proof: string
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ChangeEmailDialog({ proof, onDone, onClose }: ChangeDialogProps) {
  const form = useId()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(ChangeEmailSchema),
    defaultValues: { email: '' },
  })
  const fail = useFailure(setError, ['email'])
  const send = async ({ email }: v.InferOutput<typeof ChangeEmailSchema>) => {
    try {
      await securityApi.changeEmail({ email, proof })
      notify({ type: 'success', message: `Enviamos un enlace a ${email}. El cambio se hace cuando lo confirmes.` })
      onDone()
    } catch (error) {
      fail(error)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Cambiar email"
      description="Te enviamos un enlace a la dirección nueva. Hasta que lo confirmes, todo sigue igual."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={form} variant="primary" busy={formState.isSubmitting} busyLabel="Enviando…">
            Enviar enlace
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={handleSubmit(send, warnOfFirst)}>
        <TextField
          label="Email nuevo"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
      </form>
    </Dialog>
  )
}
