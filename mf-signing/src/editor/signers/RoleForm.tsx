import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { TextField } from 'shared/controls'
import { ROLE_NAME_MAX_LENGTH, RoleNameSchema, roleNameKey } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import * as v from 'valibot'
import { newRoleEmail } from '../template-edit/is-role.ts'
import { templateTexts } from '../template-edit/texts.ts'
import styles from './SignerForm.module.css'
import type { SignerPerson } from './signers.ts'

export interface RoleFormProps {
  /** Roles of the template. */
  readonly known: readonly { readonly name: string }[]
  readonly onAdd: (role: SignerPerson) => void
  readonly onCancel: () => void
}

const schemaOf = (roles: RoleFormProps['known']) => {
  const known = new Set(roles.map(({ name }) => roleNameKey(name)))
  return v.object({
    name: v.pipe(
      RoleNameSchema,
      v.check((name) => !known.has(roleNameKey(name)), templateTexts.roleKnown),
    ),
  })
}

export function RoleForm({ known, onAdd, onCancel }: RoleFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(schemaOf(known)),
    defaultValues: { name: '' },
  })
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={handleSubmit(({ name }) => onAdd({ name, email: newRoleEmail() }))}
    >
      <TextField
        label={templateTexts.roleName}
        help={templateTexts.roleHelp}
        autoFocus
        maxLength={ROLE_NAME_MAX_LENGTH}
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary">
          Agregar
        </Button>
      </div>
    </form>
  )
}
