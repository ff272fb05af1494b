import { useForm } from 'react-hook-form'
import { MAX_LENGTHS } from 'shared/contract'
import { ChangeEmailSchema } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { addressesApi } from '../api/addresses-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { SecurityDialog } from '../security/SecurityDialog.tsx'
import { addressTexts as texts } from './texts.ts'

export interface OtherAddressDialogProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

export function AddAddressDialog({ onDone, onClose }: OtherAddressDialogProps) {
  const form = useForm({ resolver: validateFirst(ChangeEmailSchema), defaultValues: { email: '' } })
  return (
    <SecurityDialog
      form={form}
      fields={['email']}
      title={texts.add}
      description={texts.addMeans}
      submit={{ label: texts.send, busyLabel: texts.sending }}
      work={async ({ email }) => {
        await addressesApi.add(email)
        notify({ type: 'success', message: texts.sent(email) })
        onDone()
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.email}
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
