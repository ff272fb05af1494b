import FilePlus from 'lucide-react/icons/file-plus'
import { Suspense, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { SENDING_DOCUMENTS_MAX, type Sending } from 'shared/http/deferred'
import { lazyPart } from 'shared/remote'
import { Button } from 'shared/ui'
import styles from './AddDocument.module.css'
import type { AddDocumentDialogProps } from './AddDocumentDialog.tsx'
import { addingTexts } from './texts.ts'

const LazyAddDocumentDialog = lazyPart<AddDocumentDialogProps>(async () => {
  const { AddDocumentDialog } = await import(/* webpackChunkName: "add-document" */ './AddDocumentDialog.tsx')
  return { default: AddDocumentDialog }
})

export interface AddDocumentProps {
  readonly sending: Sending
  readonly onTaken: (sending: Sending) => void
  readonly onChanged: () => void
  readonly onRefused: () => void
  readonly onTold: (message: string) => void
}

const toldOf = ({ original_filename: name, rewritten }: UserFile): string =>
  rewritten === 'normalised' ? `${addingTexts.added(name)} ${addingTexts.repaired}` : addingTexts.added(name)

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
        <Suspense fallback={null}>
          <LazyAddDocumentDialog
            {...{ sending, onRefused }}
            onAdded={added}
            onStored={onChanged}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
