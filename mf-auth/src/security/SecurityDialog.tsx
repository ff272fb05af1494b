import { type ReactNode, useId } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { warnOfFirst } from '../screen/validate-first.ts'
import styles from './Security.module.css'
import { useFailure } from './use-failure.ts'

export interface SecurityDialogProps<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>
  /** Inputs at which a refusal of the server can be shown. */
  readonly fields: readonly Path<Values>[]
  readonly title: string
  readonly description: string
  readonly submit: { readonly label: string; readonly busyLabel: string }
  /** Sends what was typed. @throws HttpError, PasskeyCancelled */
  readonly work: (values: Output) => Promise<void>
  readonly onClose: () => void
  /** The inputs. */
  readonly children: ReactNode
}

/** One change of the account, after the question who is there: a form that says why it failed. */
export function SecurityDialog<Values extends FieldValues, Output>(props: SecurityDialogProps<Values, Output>) {
  const { form, fields, title, description, submit, work, onClose, children } = props
  const id = useId()
  const fail = useFailure(form.setError, fields)
  const send = async (values: Output) => {
    try {
      await work(values)
    } catch (error) {
      fail(error)
    }
  }
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
      <form id={id} className={styles.form} noValidate onSubmit={form.handleSubmit(send, warnOfFirst)}>
        {children}
      </form>
    </Dialog>
  )
}
