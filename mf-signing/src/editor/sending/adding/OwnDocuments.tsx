import { useEffect, useState } from 'react'
import type { FilesPage, UserFile } from 'shared/contract'
import { RetryAlert } from 'shared/controls'
import { filesApi, messageOf } from 'shared/http'
import { Button } from 'shared/ui'
import { formatLongDate } from '../../../format.ts'
import { untilGone } from '../../../ui/until-gone.ts'
import styles from './Adding.module.css'
import { addingTexts } from './texts.ts'

/** Documents; the call's limit. */
const PAGE = '100'

type OwnLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'loaded'; readonly page: FilesPage }

const isAlone = ({ sending, template_edit, is_signed }: UserFile): boolean =>
  sending === undefined && template_edit === undefined && !is_signed

const useOwnDocuments = (wanted: boolean) => {
  const [load, setLoad] = useState<OwnLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted) return
    return untilGone(
      filesApi.find({ status: 'UPLOADED', archived: 'false', sort: 'newest', limit: PAGE }),
      (page) => setLoad({ kind: 'loaded', page }),
      (error) => setLoad({ kind: 'failed', problem: messageOf(error) }),
    )
  }, [wanted, attempt])
  const retry = () => {
    setLoad({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }
  return { load, retry }
}

export interface OwnDocumentsProps {
  readonly onChoose: (document: UserFile) => void
}

/** Folded: read when it is opened. */
export function OwnDocuments({ onChoose }: OwnDocumentsProps) {
  const [open, setOpen] = useState(false)
  const { load, retry } = useOwnDocuments(open)
  return (
    <details className={styles.own} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{addingTexts.own}</summary>
      {load.kind === 'loading' && (
        <p role="status" className={styles.note}>
          {addingTexts.reading}
        </p>
      )}
      {load.kind === 'failed' && <RetryAlert live="assertive" title={load.problem} onRetry={retry} />}
      {load.kind === 'loaded' && <Choices page={load.page} onChoose={onChoose} />}
    </details>
  )
}

interface ChoicesProps extends OwnDocumentsProps {
  readonly page: FilesPage
}

function Choices({ page: { documents, next_cursor: next }, onChoose }: ChoicesProps) {
  const alone = documents.filter(isAlone)
  return (
    <>
      {alone.length === 0 ? (
        <p role="status" className={styles.note}>
          {addingTexts.none} {addingTexts.noneMeaning}
        </p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
        <ul role="list" className={styles.documents}>
          {alone.map((document) => (
            <li key={document.id} className={styles.document}>
              <p className={styles.name}>
                {document.original_filename}
                <span className={styles.note}>{addingTexts.uploadedAt(formatLongDate(document.uploaded_at))}</span>
              </p>
              <Button
                size="sm"
                aria-label={addingTexts.chooseOf(document.original_filename)}
                onClick={() => onChoose(document)}
              >
                {addingTexts.choose}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {next !== null && <p className={styles.note}>{addingTexts.newest}</p>}
    </>
  )
}
