import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { MAX_LENGTHS } from 'shared/contract'
import { ACCOUNT_LIMITS, type RegisterSchema } from 'shared/contract/accounts'
import { PasswordField, TextField } from 'shared/controls'
import type * as v from 'valibot'
import { NewPasswordField } from '../password/NewPasswordField.tsx'
import styles from './RegisterFields.module.css'

type Account = v.InferInput<typeof RegisterSchema>

export interface RegisterFieldsProps {
  readonly register: UseFormRegister<Account>
  readonly errors: FieldErrors<Account>
  readonly personal: () => readonly string[]
}

type FieldsProps = Omit<RegisterFieldsProps, 'personal'>

function PersonFields({ register, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label="Nombre de usuario"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ACCOUNT_LIMITS.username}
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <div className={styles.pair}>
        <TextField
          label="Nombre"
          autoComplete="given-name"
          maxLength={ACCOUNT_LIMITS.first_name}
          required
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextField
          label="Apellido"
          autoComplete="family-name"
          maxLength={ACCOUNT_LIMITS.last_name}
          required
          error={errors.last_name?.message}
          {...register('last_name')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTHS.email}
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Teléfono"
        type="tel"
        autoComplete="tel"
        placeholder="+506 8888-8888"
        maxLength={ACCOUNT_LIMITS.phone}
        required
        error={errors.phone?.message}
        {...register('phone')}
      />
    </>
  )
}

function PasswordFields({ register, errors, personal }: RegisterFieldsProps) {
  return (
    <div className={styles.pair}>
      <NewPasswordField
        label="Contraseña"
        personal={personal}
        error={errors.password?.message}
        {...register('password', { deps: ['password_confirmation'] })}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
        error={errors.password_confirmation?.message}
        {...register('password_confirmation')}
      />
    </div>
  )
}

/** Fields are in validation order. */
export function RegisterFields(props: RegisterFieldsProps) {
  return (
    <>
      <PersonFields {...props} />
      <PasswordFields {...props} />
    </>
  )
}
