import FileUp from 'lucide-react/icons/file-up'
import { PDF_MIME_TYPE } from 'shared/contract'
import { Dialog, FileDrop } from 'shared/controls'
import { FilePasswordForm } from 'shared/file-password'
import { Alert, Button, Progress } from 'shared/ui'
import styles from './Adding.module.css'
import { OwnDocuments } from './OwnDocuments.tsx'
import { addingTexts } from './texts.ts'
import {
  type AddingWork,
  type SendingAddition,
  type SendingAdditionOptions,
  useSendingAddition,
} from './use-sending-addition.ts'

export interface AddDocumentDialogProps extends SendingAdditionOptions {
  readonly onClose: () => void
}

/** Uploads one more PDF, or takes a document that the owner has. Until it has joined, the sending is as it was. */
export function AddDocumentDialog({ onClose, ...options }: AddDocumentDialogProps) {
  const model = useSendingAddition(options)
  return (
    <Dialog
      open
      title={addingTexts.add}
      description={addingTexts.meaning}
      closable={model.work.kind !== 'joining'}
      onClose={onClose}
    >
      <div className={styles.body}>
        <Step {...{ model, onClose }} />
      </div>
    </Dialog>
  )
}

interface StepProps {
  readonly model: SendingAddition
  readonly onClose: () => void
}

function Step({ model, onClose }: StepProps) {
  const { work, cancel, leave } = model
  switch (work.kind) {
    case 'choosing':
      return <Choosing {...{ work, model }} />
    case 'uploading':
      return (
        <>
          <Progress
            label={work.sent < 1 ? addingTexts.sending(work.name) : addingTexts.checking(work.name)}
            value={work.sent < 1 ? work.sent : undefined}
            max={1}
          />
          <Button onClick={cancel}>{addingTexts.cancel}</Button>
        </>
      )
    case 'locked':
      return <FilePasswordForm name={work.name} refusal={work.refusal} onOpen={work.open} onCancel={leave} />
    case 'joining':
      return <p role="status">{addingTexts.joining(work.name)}</p>
    case 'same':
    case 'apart':
      return <Question {...{ work, model, onClose }} />
  }
}

interface ChoosingProps extends Pick<StepProps, 'model'> {
  readonly work: Extract<AddingWork, { kind: 'choosing' }>
}

function Choosing({ work: { refused, wasCancelled }, model: { bring, choose } }: ChoosingProps) {
  return (
    <>
      {refused && (
        <Alert tone="error" live="assertive" title={refused.reason}>
          {refused.advice}
        </Alert>
      )}
      {wasCancelled && (
        <p role="status" className={styles.note}>
          {addingTexts.cancelled}
        </p>
      )}
      <FileDrop
        accept={`${PDF_MIME_TYPE},.pdf`}
        invitation={addingTexts.drop}
        icon={<FileUp />}
        help={<p>{addingTexts.allowed}</p>}
        onFile={bring}
      />
      <OwnDocuments onChoose={choose} />
    </>
  )
}

interface QuestionProps extends StepProps {
  readonly work: Extract<AddingWork, { kind: 'same' | 'apart' }>
}

function Question({ work, model: { leave, retry }, onClose }: QuestionProps) {
  if (work.kind === 'same')
    return (
      <>
        <Alert tone="warning" live="assertive" title={addingTexts.same(work.name, work.twin)}>
          {addingTexts.sameMeaning}
        </Alert>
        <div className={styles.choices}>
          <Button onClick={leave}>{addingTexts.leave}</Button>
          <Button onClick={work.proceed}>{addingTexts.again}</Button>
        </div>
      </>
    )
  const { document, reason } = work
  return (
    <>
      <Alert tone="error" live="assertive" title={reason}>
        {addingTexts.apart(document.original_filename)}
      </Alert>
      <div className={styles.choices}>
        <Button onClick={() => retry(document)}>{addingTexts.retry}</Button>
        <Button onClick={onClose}>{addingTexts.close}</Button>
      </div>
    </>
  )
}
