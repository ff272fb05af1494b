import { useForm } from 'react-hook-form'
import { MAX_LENGTHS } from 'shared/contract'
import { type Contact, ContactPersonSchema } from 'shared/contract/signing-order'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { contactsApi } from '../api/contacts-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { SecurityDialog } from '../security/SecurityDialog.tsx'

export interface ContactDialogProps {
  /** Undefined adds one. */
  readonly contact: Contact | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ContactDialog({ contact, onDone, onClose }: ContactDialogProps) {
  const { name = '', email = '' } = contact ?? {}
  const form = useForm({ resolver: validateFirst(ContactPersonSchema), defaultValues: { name, email } })
  const { errors } = form.formState
  return (
    <SecurityDialog
      form={form}
      fields={['name', 'email']}
      title={contact ? 'Editar contacto' : 'Agregar contacto'}
      description={
        contact
          ? 'Lo que ya enviaste conserva el nombre y el email anteriores.'
          : 'Te lo ofrecemos cuando invites a alguien a firmar.'
      }
      submit={{ label: contact ? 'Guardar' : 'Agregar', busyLabel: 'Guardando…' }}
      work={async (person) => {
        await (contact ? contactsApi.change(contact.id, person) : contactsApi.add(person))
        notify({ type: 'success', message: `Guardamos el contacto de ${person.name}.` })
        onDone()
      }}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        autoComplete="off"
        maxLength={MAX_LENGTHS.signerName}
        required
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={MAX_LENGTHS.email}
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
    </SecurityDialog>
  )
}
