import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import { Button, IconButton } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from '../DocumentEditor.module.css'
import { ExpiredNotice } from '../deadline/Deadline.tsx'
import { SavedState } from '../saving/SavedState.tsx'
import { templateTexts } from '../template-edit/texts.ts'
import type { EditorModel } from '../use-editor.ts'
import { CancelledNotice } from './CancelledNotice.tsx'
import { EvidenceBar } from './EvidenceBar.tsx'
import { SealingNotice } from './SealingNotice.tsx'

export interface EditorHeaderProps extends Pick<EditorModel, 'editing' | 'fields' | 'template'> {
  readonly titleId: string
  readonly file: UserFile
  readonly cancelled: UserFile['cancelled']
  readonly complete: boolean
  readonly onLeave: () => void
  readonly onChanged: () => void
  /** Above the notices. */
  readonly children?: ReactNode
}

export function EditorHeader({
  titleId,
  file,
  cancelled,
  complete,
  editing,
  fields,
  template,
  onLeave,
  onChanged,
  children,
}: EditorHeaderProps) {
  const { id: fileId, original_filename: filename } = file
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    notify({ type: 'info', message: editorTexts.downloading })
    try {
      saveBlob(await filesApi.download(fileId, 'session'), filename)
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    }
    setBusy(false)
  }
  return (
    <div className={styles.top}>
      <div className={styles.header}>
        <IconButton label="Volver" icon={<ArrowLeft />} onClick={onLeave} />
        <div className={styles.titles}>
          <h2 id={titleId} className={styles.title}>
            {file.template_edit ? templateTexts.title(file.template_edit.name) : editorTexts.title(filename)}
          </h2>
          {!cancelled && <SavedState {...{ editing, fields, template }} />}
        </div>
        <Button
          className={styles.download}
          variant={complete ? 'primary' : 'ghost'}
          icon={<Download />}
          busy={busy}
          aria-label="Descargar"
          onClick={download}
        >
          Descargar
        </Button>
        <Button onClick={onLeave}>Cerrar</Button>
      </div>
      {children}
      {cancelled && <CancelledNotice cancelled={cancelled} />}
      {!cancelled && <ExpiredNotice file={file} onChanged={onChanged} />}
      {!cancelled && <SealingNotice file={file} onChanged={onChanged} />}
      {file.status === 'COMPLETED' && <EvidenceBar file={file} />}
    </div>
  )
}
