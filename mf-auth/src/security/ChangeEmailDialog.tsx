import { useForm } from 'react-hook-form'
import { MAX_LENGTHS } from 'shared/contract'
import { ChangeEmailSchema } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { securityApi } from '../api/security-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { SecurityDialog } from './SecurityDialog.tsx'

export interface ChangeDialogProps {
  readonly proof: string
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ChangeEmailDialog({ proof, onDone, onClose }: ChangeDialogProps) {
  const form = useForm({ resolver: validateFirst(ChangeEmailSchema), defaultValues: { email: '' } })
  return (
    <SecurityDialog
      form={form}
      fields={['email']}
      title="Cambiar email"
      description="Te enviamos un enlace a la dirección nueva. Hasta que lo confirmes, todo sigue igual."
      submit={{ label: 'Enviar enlace', busyLabel: 'Enviando…' }}
      work={async ({ email }) => {
        await securityApi.changeEmail({ email, proof })
        notify({ type: 'success', message: `Enviamos un enlace a ${email}. El cambio se hace cuando lo confirmes.` })
        onDone()
      }}
      onClose={onClose}
    >
      <TextField
        label="Email nuevo"
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTHS.email}
        required
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
    </SecurityDialog>
  )
}
