import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ChangePasswordSchema } from 'shared/contract/accounts'
import { Dialog, PasswordField } from 'shared/controls'
import { notify } from 'shared/state'
import { adoptSession } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { NewPasswordField } from '../password/NewPasswordField.tsx'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import type { ChangeDialogProps } from './ChangeEmailDialog.tsx'
import styles from './Security.module.css'
import { securityApi } from './security-api.ts'
import { useFailure } from './use-failure.ts'

export function ChangePasswordDialog({ proof, onDone, onClose }: ChangeDialogProps) {
  const form = useId()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(ChangePasswordSchema),
    defaultValues: { new_password: '', password_confirmation: '' },
  })
  const { errors, isSubmitting } = formState
  const fail = useFailure(setError, ['new_password'])
  const change = async (passwords: v.InferOutput<typeof ChangePasswordSchema>) => {
    try {
      adoptSession(await securityApi.changePassword({ ...passwords, proof }))
      notify({ type: 'success', message: 'Cambiaste tu contraseña. Cerramos tus demás sesiones.' })
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
      title="Cambiar contraseña"
      description="Tus demás sesiones se cierran."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={form} variant="primary" busy={isSubmitting} busyLabel="Cambiando…">
            Cambiar contraseña
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={handleSubmit(change, warnOfFirst)}>
        <NewPasswordField
          label="Nueva contraseña"
          personal={() => []}
          error={errors.new_password?.message}
          {...register('new_password', { deps: ['password_confirmation'] })}
        />
        <PasswordField
          label="Confirmar contraseña"
          autoComplete="new-password"
          required
          error={errors.password_confirmation?.message}
          {...register('password_confirmation')}
        />
      </form>
    </Dialog>
  )
}
