import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { DeleteAccountSchema } from 'shared/contract/accounts'
import { Dialog, TextField } from 'shared/controls'
import { endSession, notify, useSession } from 'shared/state'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { personalDataApi } from '../api/personal-data-api.ts'
import { FormError } from '../forms/FormError.tsx'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import styles from './PersonalData.module.css'
import { useRetention } from './use-retention.ts'

export interface DeleteAccountDialogProps {
  readonly proof: string
  readonly onClose: () => void
}

const DELETED = 'Eliminamos tu cuenta. Te enviamos un correo que lo confirma.'

function Effects() {
  const retention = useRetention()
  return (
    <ul className={styles.effects}>
      <li>Se cierran ahora todas tus sesiones, en todos los dispositivos.</li>
      <li>
        Tus documentos dejan de estar disponibles, también para quienes ya firmaron. Las invitaciones pendientes se
        retiran y sus enlaces dejan de servir.
      </li>
      <li>Los documentos de otras personas que firmaste siguen siendo de ellas, con tu firma.</li>
      <li>
        Tu teléfono, tus contraseñas y llaves se borran ya; tu nombre, tu email y tus documentos,{' '}
        {retention === undefined ? 'después del plazo de conservación' : `a los ${retention}`}. Después solo quedan
        huellas y fechas.
      </li>
    </ul>
  )
}

export function DeleteAccountDialog({ proof, onClose }: DeleteAccountDialogProps) {
  const formId = useId()
  const session = useSession()
  const username = session.kind === 'authenticated' ? session.user.username : ''
  const form = useForm({ resolver: validateFirst(DeleteAccountSchema), defaultValues: { username: '' } })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const work = async (typed: v.InferOutput<typeof DeleteAccountSchema>) => {
    await personalDataApi.deleteAccount({ ...typed, proof })
    notify({ type: 'success', message: DELETED })
    endSession()
  }
  const { submit, formError } = useSubmit(form, { work, fields: ['username'] })
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      tone="error"
      title="Eliminar tu cuenta"
      description="Es definitivo. Descarga antes tus datos si los necesitas."
      closable={!isSubmitting}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={isSubmitting} busyLabel="Eliminando…">
            Eliminar mi cuenta
          </Button>
        </>
      }
    >
      <Effects />
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={`Escribe tu nombre de usuario (${username})`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.username?.message}
          {...register('username')}
        />
        <FormError message={formError} />
      </form>
    </Dialog>
  )
}
