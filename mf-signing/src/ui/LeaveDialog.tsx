import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'

export interface LeaveDialogProps {
  readonly description: string
  /** Undefined if nothing can be saved. */
  readonly onSave: (() => void) | undefined
  readonly busy?: boolean
  readonly onDiscard: () => void
  readonly onStay: () => void
}

export function LeaveDialog({ description, onSave, busy = false, onDiscard, onStay }: LeaveDialogProps) {
  return (
    <Dialog
      open
      tone="warning"
      title="Hay cambios sin guardar"
      description={description}
      closable={!busy}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay} disabled={busy}>
            Seguir editando
          </Button>
          <Button variant="danger" onClick={onDiscard} disabled={busy}>
            Salir sin guardar
          </Button>
          {onSave && (
            <Button variant="primary" onClick={onSave} busy={busy} busyLabel="Guardando…">
              Guardar y salir
            </Button>
          )}
        </>
      }
    />
  )
}
