import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { TextField } from 'shared/controls'
import { ROLE_NAME_MAX_LENGTH, RoleNameSchema } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import * as v from 'valibot'
import { newRoleEmail } from '../template-edit/is-role.ts'
import { templateTexts } from '../template-edit/texts.ts'
import styles from './SignerForm.module.css'
import type { SignerPerson, SigningParty } from './signers.ts'

export interface RoleFormProps {
  readonly signers: readonly SigningParty[]
  readonly onAdd: (role: SignerPerson) => void
  readonly onCancel: () => void
}

const schemaOf = (signers: readonly SigningParty[]) => {
  const known = new Set(signers.map(({ name }) => name.toLowerCase()))
  return v.object({
    name: v.pipe(
      RoleNameSchema,
      v.check((name) => !known.has(name.toLowerCase()), templateTexts.roleKnown),
    ),
  })
}

export function RoleForm({ signers, onAdd, onCancel }: RoleFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(schemaOf(signers)),
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
