import { useId, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { PDF_MIME_TYPE } from 'shared/contract'
import { Dialog } from 'shared/controls'
import { messageOf, uploadFile } from 'shared/http'
import { notify } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import styles from './Saving.module.css'
import { copyName, savingTexts } from './texts.ts'

const PDF_TYPE_ID = 1

/** @throws HttpError */
const saveApart = async (component: AnnotationComponent, file: UserFile): Promise<UserFile> => {
  const { bytes } = await component.save()
  const copy = new File([bytes.slice()], copyName(file.original_filename), { type: PDF_MIME_TYPE })
  return uploadFile(
    { file: copy, fileTypeId: PDF_TYPE_ID, description: file.description, notes: file.notes },
    { onSent: () => undefined, signal: new AbortController().signal },
  )
}

export interface ConflictDialogProps {
  readonly file: UserFile
  readonly component: AnnotationComponent
  readonly onOnTop: () => void
  readonly onReload: () => void
  readonly onLater: () => void
}

const texts = savingTexts.conflict

/** The user decides; nothing is overwritten. */
export function ConflictDialog({ file, component, onOnTop, onReload, onLater }: ConflictDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const apart = async () => {
    setBusy(true)
    try {
      const { original_filename: name } = await saveApart(component, file)
      notify({ type: 'success', message: texts.apartSaved(name) })
      onReload()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      tone="warning"
      title={texts.title}
      description={texts.description}
      closable={!busy}
      onClose={onLater}
      footer={
        <Button onClick={onLater} disabled={busy}>
          {texts.later}
        </Button>
      }
    >
      {problem && (
        <Alert tone="error" live="assertive">
          {problem}
        </Alert>
      )}
      <ul className={styles.choices}>
        <Choice label={texts.onTop} help={texts.onTopHelp} disabled={busy} onPress={onOnTop} primary />
        <Choice label={texts.apart} help={texts.apartHelp} busy={busy} onPress={() => void apart()} />
        <Choice label={texts.reload} help={texts.reloadHelp} disabled={busy} onPress={onReload} />
      </ul>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly help: string
  readonly primary?: boolean
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onPress: () => void
}

function Choice({ label, help, primary = false, busy = false, disabled = false, onPress }: ChoiceProps) {
  const id = useId()
  return (
    <li className={styles.choice}>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        busy={busy}
        disabled={disabled}
        aria-describedby={id}
        onClick={onPress}
      >
        {label}
      </Button>
      <p id={id} className={styles.help}>
        {help}
      </p>
    </li>
  )
}
