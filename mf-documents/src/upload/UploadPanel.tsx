import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import type { FileError } from 'shared/contract'
import { FilePasswordForm } from 'shared/file-password'
import { Button, Progress } from 'shared/ui'
import { FileArea } from './FileArea.tsx'
import { PROGRESS_DONE } from './sending/upload-progress.ts'
import { UploadFailurePanel } from './UploadFailurePanel.tsx'
import { UploadFields } from './UploadFields.tsx'
import styles from './UploadPanel.module.css'
import { lockedBy } from './upload-failure.ts'
import { chosenFile, type UploadPhase } from './upload-state.ts'
import type { UploadModel } from './use-upload.ts'

export interface UploadPanelProps {
  readonly upload: UploadModel
  readonly onSeveral: (files: readonly File[]) => void
}

export function UploadPanel({ upload, onSeveral }: UploadPanelProps) {
  const { form, phase } = upload
  const { errors } = useFormState({ control: form.control })
  const fileError = errors.file
  const uploading = phase.kind === 'uploading'
  const fileInput = useRef<HTMLInputElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  /** Moves the focus from a button that its click removes. */
  const then = (work: () => void, next: RefObject<HTMLElement | null>) => () => {
    work()
    next.current?.focus()
  }

  useEffect(() => {
    if (fileError) fileInput.current?.focus()
  }, [fileError])

  useEffect(() => {
    // The button that brought the file here is gone.
    if (uploading && document.activeElement === document.body) submitButton.current?.focus()
  }, [uploading])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    upload.submit()
  }

  const locked = phase.kind === 'failed' ? lockedBy(phase.failure) : undefined
  return (
    <div className={styles.panel}>
      <FileArea
        file={chosenFile(phase)}
        error={fileError?.message}
        disabled={uploading}
        inputRef={fileInput}
        onChoose={upload.choose}
        onSeveral={onSeveral}
        onRemove={then(upload.remove, fileInput)}
      />
      <div className={styles.side}>
        <form className={styles.side} onSubmit={submit} noValidate>
          <UploadFields register={form.register} errors={errors} disabled={uploading} />
          {!locked && <Outcome upload={upload} then={(work) => then(work, submitButton)} />}
          {!locked && (
            <div className={styles.actions}>
              <Button ref={submitButton} type="submit" variant="primary" busy={uploading} busyLabel="Subiendo…">
                Subir Documento
              </Button>
              {uploading && <Button onClick={then(upload.cancel, submitButton)}>Cancelar</Button>}
            </div>
          )}
        </form>
        {locked && <Locked upload={upload} refusal={locked} onCancel={then(upload.dismiss, fileInput)} />}
      </div>
    </div>
  )
}

interface OutcomeProps {
  readonly upload: UploadModel
  readonly then: (work: () => void) => () => void
}

function Outcome({ upload, then }: OutcomeProps) {
  const { phase } = upload
  if (phase.kind !== 'failed') return <UploadProgress phase={phase} />
  return (
    <UploadFailurePanel
      failure={phase.failure}
      onRetry={then(() => upload.submit())}
      onClean={then(() => upload.submit({ clean: true }))}
      onClose={then(upload.dismiss)}
    />
  )
}

interface LockedProps {
  readonly upload: UploadModel
  readonly refusal: FileError
  readonly onCancel: () => void
}

/** Outside the upload's form, whose values it would join. */
function Locked({ upload, refusal, onCancel }: LockedProps) {
  const name = chosenFile(upload.phase)?.name ?? ''
  const open = (password: string) => upload.submit({ password })
  return <FilePasswordForm {...{ name, refusal }} onOpen={open} onCancel={onCancel} />
}

const stepLabel = ({ checking, cleaning }: Extract<UploadPhase, { kind: 'uploading' }>): string => {
  if (!checking) return 'Subiendo el documento…'
  return cleaning ? 'Quitando el contenido señalado…' : 'Revisando el documento…'
}

function UploadProgress({ phase }: { readonly phase: UploadPhase }) {
  if (phase.kind === 'uploading') return <Progress label={stepLabel(phase)} value={phase.percent} />
  if (phase.kind === 'done')
    return <Progress label={`«${phase.document.original_filename}» está en tus documentos`} value={PROGRESS_DONE} />
  return null
}
