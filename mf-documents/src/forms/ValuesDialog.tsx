import { type FormEventHandler, type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { ProblemAlert } from './ProblemAlert.tsx'
import styles from './ValuesDialog.module.css'

interface ValuesDialogProps<Values extends FieldValues, Parsed> {
  readonly title: string
  readonly description: string
  readonly submit: { readonly label: string; readonly busyLabel: string }
  readonly form: UseFormReturn<Values, unknown, Parsed>
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function ValuesDialog<Values extends FieldValues, Parsed>(props: ValuesDialogProps<Values, Parsed>) {
  const { title, description, submit, form, onSubmit, onClose, children } = props
  const id = useId()
  const { errors, isSubmitting: busy } = form.formState
  return (
    <Dialog
      open
      closable={!busy}
      {...{ title, description, onClose }}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel={submit.busyLabel}>
            {submit.label}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={onSubmit}>
        {children}
        <ProblemAlert text={errors.root?.message} />
      </form>
    </Dialog>
  )
}
