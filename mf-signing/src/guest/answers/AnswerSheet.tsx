import type { ReactNode } from 'react'
import { Dialog } from 'shared/controls'
import { Alert, Button } from 'shared/ui'
import { answerTexts } from './constants.ts'
import type { AnsweringState } from './use-answering.ts'

export interface AnswerSheetProps {
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly busyLabel: string
  readonly danger?: boolean
  readonly state: AnsweringState
  readonly form?: string
  readonly onConfirm?: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function AnswerSheet(props: AnswerSheetProps) {
  const { title, description, confirmLabel, busyLabel, danger = false, state, form, onConfirm, onClose } = props
  const busy = state.kind === 'sending'
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={description}
      closable={!busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {answerTexts.back}
          </Button>
          <Button
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
            onClick={onConfirm}
          >
            {state.kind === 'failed' && state.again ? answerTexts.retry : confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      {state.kind === 'failed' && <Alert tone="error" live="assertive" title={state.message} />}
    </Dialog>
  )
}
