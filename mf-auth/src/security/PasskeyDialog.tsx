import { useForm } from 'react-hook-form'
import { PASSKEY_NAME_MAX_LENGTH, PasskeyNameSchema } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { securityApi } from '../api/security-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { createPasskey } from '../passkeys/passkeys.ts'
import { SecurityDialog } from './SecurityDialog.tsx'

export interface PasskeyDialogProps {
  readonly proof: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

export function PasskeyDialog({ proof, onDone, onClose }: PasskeyDialogProps) {
  const form = useForm({ resolver: validateFirst(PasskeyNameSchema), defaultValues: { name: '' } })
  return (
    <SecurityDialog
      form={form}
      fields={['name']}
      title="Agregar llave de acceso"
      description="Tu dispositivo te pedirá la huella, el rostro o el PIN."
      submit={{ label: 'Agregar llave', busyLabel: 'Agregando…' }}
      work={async ({ name }) => {
        const { token, options } = await securityApi.startPasskey(proof)
        const passkey = await createPasskey(options)
        const { recovery_codes } = await securityApi.addPasskey({ token, name, passkey })
        notify({ type: 'success', message: `Agregaste la llave de acceso «${name}».` })
        onDone(recovery_codes)
      }}
      onClose={onClose}
    >
      <TextField
        label="Nombre de la llave"
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        required
        help="Para reconocerla después, por ejemplo «Mi teléfono»."
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </SecurityDialog>
  )
}
