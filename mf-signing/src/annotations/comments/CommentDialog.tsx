import { useForm } from 'react-hook-form'
import { TextAreaField } from 'shared/controls'
import { Button } from 'shared/ui'
import { SubmitDialog } from '../../ui/SubmitDialog.tsx'
import type { CommentRequest } from './comments.ts'
import { commentTexts as texts } from './texts.ts'

export interface CommentDialogProps {
  readonly request: CommentRequest
  readonly onWrite: (text: string) => void
  readonly onCancel: () => void
}

export function CommentDialog({ request, onWrite, onCancel }: CommentDialogProps) {
  const { register, handleSubmit } = useForm({ defaultValues: { text: request.text } })
  const isNew = request.text === ''
  return (
    <SubmitDialog
      title={isNew ? texts.newTitle : texts.editTitle}
      submit={texts.save}
      cancel={texts.cancel}
      extra={
        !isNew && (
          <Button variant="danger" onClick={() => onWrite('')}>
            {texts.delete}
          </Button>
        )
      }
      onClose={onCancel}
      onSubmit={handleSubmit(({ text }) => onWrite(text))}
    >
      <TextAreaField label={texts.label} help={texts.help} rows={5} {...register('text')} />
    </SubmitDialog>
  )
}
