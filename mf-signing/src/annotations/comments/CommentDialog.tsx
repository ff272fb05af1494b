import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog, TextAreaField } from 'shared/controls'
import { Button } from 'shared/ui'
import type { CommentRequest } from './comments.ts'
import { commentTexts as texts } from './texts.ts'

export interface CommentDialogProps {
  readonly request: CommentRequest
  readonly onWrite: (text: string) => void
  readonly onCancel: () => void
}

export function CommentDialog({ request, onWrite, onCancel }: CommentDialogProps) {
  const form = useId()
  const { register, handleSubmit } = useForm({ defaultValues: { text: request.text } })
  const isNew = request.text === ''
  return (
    <Dialog
      open
      title={isNew ? texts.newTitle : texts.editTitle}
      onClose={onCancel}
      footer={
        <>
          {!isNew && (
            <Button variant="danger" onClick={() => onWrite('')}>
              {texts.delete}
            </Button>
          )}
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={form}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={handleSubmit(({ text }) => onWrite(text))}>
        <TextAreaField label={texts.label} help={texts.help} rows={5} {...register('text')} />
      </form>
    </Dialog>
  )
}
