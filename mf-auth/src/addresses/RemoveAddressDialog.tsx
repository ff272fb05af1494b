import type { OtherAddress } from 'shared/contract/accounts'
import { ConfirmDialog } from 'shared/controls'
import { addressesApi } from '../api/addresses-api.ts'
import { useAction } from '../forms/use-action.ts'
import type { OtherAddressDialogProps } from './AddAddressDialog.tsx'
import { addressTexts as texts } from './texts.ts'

export function RemoveAddressDialog({
  address: { id, email, confirmed_at },
  onDone,
  onClose,
}: OtherAddressDialogProps & { readonly address: OtherAddress }) {
  const { busy, run } = useAction<'remove'>(onDone)
  return (
    <ConfirmDialog
      open
      danger
      title={texts.removeAsk(email)}
      description={confirmed_at === null ? texts.removePendingMeans : texts.removeMeans}
      confirmLabel={texts.remove}
      busy={busy !== undefined}
      busyLabel={texts.removing}
      onConfirm={() => void run('remove', () => addressesApi.remove(id), texts.removed(email))}
      onCancel={onClose}
    />
  )
}
