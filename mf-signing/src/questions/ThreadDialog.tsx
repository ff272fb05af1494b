import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog, TextAreaField } from 'shared/controls'
import { type AnswerQuestionSchema, type AskQuestionSchema, QUESTION_MAX } from 'shared/http/deferred'
import { Alert, Button, Skeleton, VisuallyHidden } from 'shared/ui'
import type { KeptTexts } from './kept-text.ts'
import styles from './Thread.module.css'
import { ThreadMessages, type ThreadMessagesProps } from './ThreadMessages.tsx'
import { threadTexts } from './texts.ts'
import { type ThreadCalls, type ThreadModel, useThread } from './use-thread.ts'

export interface ThreadWords {
  readonly title: string
  readonly description: string
  readonly label: string
  readonly submit: string
  readonly sent: string
}

export interface ThreadDialogProps extends Omit<ThreadMessagesProps, 'messages'> {
  /** Names the text that was not sent. */
  readonly thread: string
  readonly kept: KeptTexts
  readonly words: ThreadWords
  readonly schema: typeof AskQuestionSchema | typeof AnswerQuestionSchema
  readonly calls: ThreadCalls
  /** Why nothing more can be written. */
  readonly closed?: string | undefined
  readonly onClose: () => void
}

/** What both people wrote, and a field for one more message. */
export function ThreadDialog(props: ThreadDialogProps) {
  const { thread, kept, words, schema, calls, closed, mine, otherName, onClose } = props
  const id = useId()
  const model = useThread(calls)
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { text: kept.read(thread) },
  })
  const submit = handleSubmit(async ({ text }) => {
    if (!(await model.send(text))) return
    kept.keep(thread, '')
    reset({ text: '' })
  })
  const busy = model.sending.kind === 'sending'
  const writes = closed === undefined && model.loading.kind === 'ready'
  return (
    <Dialog
      open
      size="sm"
      title={words.title}
      description={words.description}
      startAtTitle
      closable={!busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {threadTexts.close}
          </Button>
          {writes && (
            <Button type="submit" form={id} variant="primary" busy={busy} busyLabel={threadTexts.sending}>
              {model.sending.kind === 'failed' && model.sending.again ? threadTexts.retry : words.submit}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.thread}>
        <LoadedMessages {...{ model, mine, otherName }} />
        {closed !== undefined && <Alert tone="info">{closed}</Alert>}
        {writes && (
          <form id={id} noValidate onSubmit={submit}>
            <TextAreaField
              label={words.label}
              help={threadTexts.help}
              maxLength={QUESTION_MAX}
              readOnly={busy}
              error={formState.errors.text?.message}
              {...register('text', { onChange: ({ target }) => kept.keep(thread, String(target.value)) })}
            />
          </form>
        )}
        <Outcome {...{ model, words }} />
      </div>
    </Dialog>
  )
}

function LoadedMessages({ model, ...people }: Omit<ThreadMessagesProps, 'messages'> & { readonly model: ThreadModel }) {
  const { loading, messages, retry } = model
  if (loading.kind === 'loading')
    return (
      <div role="status">
        <VisuallyHidden>{threadTexts.loading}</VisuallyHidden>
        <Skeleton height="4rem" />
      </div>
    )
  if (loading.kind === 'failed')
    return (
      <Alert
        tone="error"
        live="assertive"
        title={loading.message}
        actions={loading.again && <Button onClick={retry}>{threadTexts.retry}</Button>}
      />
    )
  return messages.length > 0 && <ThreadMessages {...people} messages={messages} />
}

function Outcome({ model: { sending }, words }: { readonly model: ThreadModel; readonly words: ThreadWords }) {
  return (
    <>
      <p role="status" className={styles.note}>
        {sending.kind === 'sent' && words.sent}
      </p>
      {sending.kind === 'failed' && <Alert tone="error" live="assertive" title={sending.message} />}
    </>
  )
}
