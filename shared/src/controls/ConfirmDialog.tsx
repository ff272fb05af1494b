import type { ReactElement, ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Names the action ('Eliminar documento'), never 'Aceptar'. */
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  onCancel: () => void
  danger?: boolean
  busy?: boolean
  busyLabel?: string
}

/** Not closable while busy. */
export const ConfirmDialog = ({
  open,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel = 'Cancelar',
  onConfirm,
  onCancel,
  danger = false,
  busy = false,
  busyLabel,
}: ConfirmDialogProps): ReactElement => (
  <Dialog
    open={open}
    onClose={onCancel}
    title={title}
    description={description}
    size="sm"
    tone={danger ? 'error' : undefined}
    closable={!busy}
    footer={
      <>
        <Button onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy} busyLabel={busyLabel}>
          {confirmLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
