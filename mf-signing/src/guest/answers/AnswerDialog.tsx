import QuestionDialog from '../questions/QuestionDialog.tsx'
import type { AnswerKind, AnswerProps } from './answer-props.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { ForwardDialog } from './ForwardDialog.tsx'
import { RemindersDialog } from './RemindersDialog.tsx'

export interface AnswerDialogProps extends AnswerProps {
  readonly kind: AnswerKind
}

export default function AnswerDialog({ kind, ...props }: AnswerDialogProps) {
  switch (kind) {
    case 'question':
      return (
        <QuestionDialog
          asking={props.asking}
          ownerName={props.person.ownerName}
          title={props.words.question}
          onClose={props.onClose}
        />
      )
    case 'decline':
      return <DeclineDialog {...props} />
    case 'forward':
      return <ForwardDialog {...props} />
    case 'reminders':
      return <RemindersDialog {...props} />
  }
}
