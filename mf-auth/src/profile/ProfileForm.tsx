import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from 'shared/contract'
import { ACCOUNT_LIMITS, ProfileDetailSchema } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { updateProfile } from 'shared/state/account'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { FormError } from '../forms/FormError.tsx'
import { failureTexts } from '../forms/failure-texts.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { validateFirst } from '../forms/validate-first.ts'
import styles from './ProfilePage.module.css'

const UPDATED = 'Perfil actualizado exitosamente'

/** Same order as the read view; lengths as in the contract. */
const fields = [
  {
    name: 'first_name',
    label: 'Nombre',
    maxLength: ACCOUNT_LIMITS.first_name,
    autoComplete: 'given-name',
    required: true,
  },
  {
    name: 'last_name',
    label: 'Apellido',
    maxLength: ACCOUNT_LIMITS.last_name,
    autoComplete: 'family-name',
    required: true,
  },
  {
    name: 'phone',
    label: 'Teléfono',
    maxLength: ACCOUNT_LIMITS.phone,
    autoComplete: 'tel',
    type: 'tel',
    required: true,
  },
  { name: 'profile.country', label: 'País', maxLength: ACCOUNT_LIMITS.country, autoComplete: 'country-name' },
  { name: 'profile.city', label: 'Ciudad', maxLength: ACCOUNT_LIMITS.city, autoComplete: 'address-level2' },
  { name: 'profile.company', label: 'Empresa', maxLength: ACCOUNT_LIMITS.company, autoComplete: 'organization' },
] as const

const profileValues = ({ first_name, last_name, phone, profile }: User) => ({
  first_name,
  last_name,
  phone,
  profile,
})

export interface ProfileFormProps {
  readonly user: User
  readonly onClose: () => void
}

export function ProfileForm({ user, onClose }: ProfileFormProps) {
  const form = useForm({
    resolver: validateFirst(ProfileDetailSchema),
    defaultValues: profileValues(user),
  })
  const { register, formState, getFieldState, setFocus } = form
  useEffect(() => setFocus('first_name'), [setFocus])

  const work = async (detail: v.InferOutput<typeof ProfileDetailSchema>) => {
    await updateProfile(detail)
    notify({ type: 'success', message: UPDATED })
    onClose()
  }
  const { submit, formError } = useSubmit(form, {
    work,
    fields: fields.map(({ name }) => name),
    texts: failureTexts.profile,
  })

  return (
    <form noValidate onSubmit={submit} aria-label="Editar perfil">
      <div className={styles.facts}>
        <TextField label="Nombre de usuario" value={user.username} readOnly help="No se puede cambiar." />
        <TextField label="Email" value={user.email} readOnly help="Se cambia en la pestaña «Seguridad»." />
        {fields.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            error={getFieldState(name, formState).error?.message}
            placeholder={name === 'phone' ? '+506 8888-8888' : undefined}
            {...register(name)}
          />
        ))}
      </div>
      <FormError message={formError} />
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={formState.isSubmitting}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Guardando…">
          Guardar
        </Button>
      </div>
    </form>
  )
}
