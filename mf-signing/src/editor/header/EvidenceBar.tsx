import Archive from 'lucide-react/icons/archive'
import FileCheck from 'lucide-react/icons/file-check'
import { type ReactElement, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { messageOf, saveBlob } from 'shared/http'
import { type EvidenceKind, evidenceName, fetchEvidence } from 'shared/http/evidence'
import { notify } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from '../DocumentEditor.module.css'

export interface EvidenceBarProps {
  readonly file: Pick<UserFile, 'id' | 'original_filename'>
}

export function EvidenceBar({ file: { id, original_filename: filename } }: EvidenceBarProps) {
  const [busy, setBusy] = useState<EvidenceKind>()
  const save = async (kind: EvidenceKind) => {
    setBusy(kind)
    try {
      saveBlob(await fetchEvidence(id, kind), evidenceName(filename, kind))
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
    }
    setBusy(undefined)
  }
  const button = (kind: EvidenceKind, text: string, icon: ReactElement) => (
    <Button
      icon={icon}
      busy={busy === kind}
      disabled={busy !== undefined && busy !== kind}
      busyLabel={editorTexts.preparingEvidence}
      onClick={() => void save(kind)}
    >
      {text}
    </Button>
  )
  return (
    <Alert
      tone="success"
      className={styles.notice}
      title={editorTexts.completed}
      actions={
        <>
          {button('certificate', editorTexts.certificate, <FileCheck />)}
          {button('bundle', editorTexts.evidence, <Archive />)}
        </>
      }
    />
  )
}
