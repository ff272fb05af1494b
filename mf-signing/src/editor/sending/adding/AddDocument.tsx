import FilePlus from 'lucide-react/icons/file-plus'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { SENDING_DOCUMENTS_MAX, type Sending } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import { AddDocumentDialog } from './AddDocumentDialog.tsx'
import styles from './Adding.module.css'
import { addingTexts } from './texts.ts'

export interface AddDocumentProps {
  readonly sending: Sending
  readonly onTaken: (sending: Sending) => void
  readonly onChanged: () => void
  readonly onRefused: () => void
  readonly onTold: (message: string) => void
}

const toldOf = ({ original_filename: name, rewritten, opened }: UserFile): string => {
  const added = addingTexts.added(name)
  if (opened) return `${added} ${addingTexts.opened}`
  return rewritten === 'normalised' ? `${added} ${addingTexts.repaired}` : added
}

/** Until a person is invited. The dialog stays open if a refusal tells that one was. */
export function AddDocument({ sending, onTaken, onChanged, onRefused, onTold }: AddDocumentProps) {
  const [open, setOpen] = useState(false)
  const canAdd = !sending.is_sent && sending.documents.length < SENDING_DOCUMENTS_MAX
  const added = (next: Sending, document: UserFile) => {
    onTaken(next)
    setOpen(false)
    onTold(toldOf(document))
    onChanged()
  }
  return (
    <>
      {canAdd && (
        <Button size="sm" icon={<FilePlus />} className={styles.add} onClick={() => setOpen(true)}>
          <span className={styles.words}>{addingTexts.add}</span>
        </Button>
      )}
      {open && (
        <AddDocumentDialog
          {...{ sending, onRefused }}
          onAdded={added}
          onStored={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
