import { type FormEventHandler, type ReactNode, useId } from 'react'
import { Dialog, type DialogProps } from 'shared/controls'
import { Button } from 'shared/ui'

export interface SubmitDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'tone' | 'children'> {
  readonly submit: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly busy?: boolean
  readonly busyLabel?: string
  readonly cancel?: string
  readonly extra?: ReactNode
  readonly formClass?: string | undefined
  readonly onClose: () => void
  readonly onSubmit: FormEventHandler<HTMLFormElement>
}

export function SubmitDialog(props: SubmitDialogProps) {
  const { submit, danger, disabled, busy = false, busyLabel, cancel = 'Cancelar', extra, formClass, ...rest } = props
  const { children, onSubmit, ...dialog } = rest
  const id = useId()
  return (
    <Dialog
      {...dialog}
      open
      closable={!busy}
      footer={
        <>
          {extra}
          <Button onClick={dialog.onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            {...{ disabled, busy }}
            {...(busyLabel && { busyLabel })}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={formClass} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
