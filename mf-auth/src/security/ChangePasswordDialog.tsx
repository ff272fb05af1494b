import { useForm } from 'react-hook-form'
import { ChangePasswordSchema } from 'shared/contract/accounts'
import { PasswordField } from 'shared/controls'
import { notify } from 'shared/state'
import { adoptSession } from 'shared/state/account'
import { securityApi } from '../api/security-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { NewPasswordField } from '../password/NewPasswordField.tsx'
import type { ChangeDialogProps } from './ChangeEmailDialog.tsx'
import { SecurityDialog } from './SecurityDialog.tsx'

export function ChangePasswordDialog({ proof, onDone, onClose }: ChangeDialogProps) {
  const form = useForm({
    resolver: validateFirst(ChangePasswordSchema),
    defaultValues: { new_password: '', password_confirmation: '' },
  })
  const { errors } = form.formState
  return (
    <SecurityDialog
      form={form}
      fields={['new_password']}
      title="Cambiar contraseña"
      description="Tus demás sesiones se cierran."
      submit={{ label: 'Cambiar contraseña', busyLabel: 'Cambiando…' }}
      work={async (passwords) => {
        adoptSession(await securityApi.changePassword({ ...passwords, proof }))
        notify({ type: 'success', message: 'Cambiaste tu contraseña. Cerramos tus demás sesiones.' })
        onDone()
      }}
      onClose={onClose}
    >
      <NewPasswordField
        label="Nueva contraseña"
        personal={() => []}
        error={errors.new_password?.message}
        {...form.register('new_password', { deps: ['password_confirmation'] })}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
        error={errors.password_confirmation?.message}
        {...form.register('password_confirmation')}
      />
    </SecurityDialog>
  )
}
