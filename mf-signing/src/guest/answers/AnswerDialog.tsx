import { DeclineDialog } from './DeclineDialog.tsx'
import { ForwardDialog } from './ForwardDialog.tsx'
import type { AnswerKind, GuestAnswersProps } from './GuestAnswers.tsx'
import { RemindersDialog } from './RemindersDialog.tsx'

export interface AnswerProps extends GuestAnswersProps {
  readonly onClose: () => void
}

export interface AnswerDialogProps extends AnswerProps {
  readonly kind: AnswerKind
}

export default function AnswerDialog({ kind, ...props }: AnswerDialogProps) {
  switch (kind) {
    case 'decline':
      return <DeclineDialog {...props} />
    case 'forward':
      return <ForwardDialog {...props} />
    case 'reminders':
      return <RemindersDialog {...props} />
  }
}
