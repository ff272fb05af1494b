import FilePlus from 'lucide-react/icons/file-plus'
import { useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { namedUploadNotes } from 'shared/file-password'
import { SENDING_DOCUMENTS_MAX, type Sending } from 'shared/http/deferred'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import strip from '../SendingStrip.module.css'
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

/** Notes of what was uploaded, told after the news of the sending: also of a document that did not join it. */
const useUploadNotes = () => {
  const uploaded = useRef<UserFile[]>([])
  return {
    keep: (document: UserFile) => void uploaded.current.push(document),
    tell: () => {
      for (const note of uploaded.current.splice(0).flatMap((document) => namedUploadNotes(document))) notify(note)
    },
  }
}

/** Until a person is invited. The dialog stays open if a refusal tells that one was. */
export function AddDocument({ sending, onTaken, onChanged, onRefused, onTold }: AddDocumentProps) {
  const [open, setOpen] = useState(false)
  const notes = useUploadNotes()
  const canAdd = !sending.is_sent && sending.documents.length < SENDING_DOCUMENTS_MAX
  const added = (next: Sending, document: UserFile) => {
    onTaken(next)
    setOpen(false)
    onTold(addingTexts.added(document.original_filename))
    notes.tell()
    onChanged()
  }
  const stored = (document: UserFile) => {
    notes.keep(document)
    onChanged()
  }
  const close = () => {
    setOpen(false)
    notes.tell()
  }
  return (
    <>
      {canAdd && (
        <Button size="sm" icon={<FilePlus />} className={styles.add} onClick={() => setOpen(true)}>
          <span className={strip.words}>{addingTexts.add}</span>
        </Button>
      )}
      {open && <AddDocumentDialog {...{ sending, onRefused }} onAdded={added} onStored={stored} onClose={close} />}
    </>
  )
}
