import type { FormEvent } from 'react'
import { useId, useState } from 'react'
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
  const [text, setText] = useState(request.text)
  const isNew = request.text === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onWrite(text)
  }
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
      <form id={form} onSubmit={submit}>
        <TextAreaField
          label={texts.label}
          help={texts.help}
          value={text}
          rows={5}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  )
}
