import { type ReactNode, useId } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { FormError } from '../forms/FormError.tsx'
import { useSubmit } from '../forms/use-submit.ts'
import styles from './Security.module.css'

export interface SecurityDialogProps<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>
  readonly fields: readonly Path<Values>[]
  readonly title: string
  readonly description: ReactNode
  readonly submit: { readonly label: string; readonly busyLabel: string }
  readonly work: (values: Output) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function SecurityDialog<Values extends FieldValues, Output>(props: SecurityDialogProps<Values, Output>) {
  const { form, fields, title, description, submit, work, onClose, children } = props
  const id = useId()
  const { submit: send, formError } = useSubmit(form, { work, fields })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={form.formState.isSubmitting}
            busyLabel={submit.busyLabel}
          >
            {submit.label}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={send}>
        {children}
        <FormError message={formError} />
      </form>
    </Dialog>
  )
}
