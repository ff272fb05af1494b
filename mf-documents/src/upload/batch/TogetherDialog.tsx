import Files from 'lucide-react/icons/files'
import Layers from 'lucide-react/icons/layers'
import { Dialog } from 'shared/controls'
import { SENDING_DOCUMENTS_MAX } from 'shared/http/deferred'
import { Alert, Button } from 'shared/ui'
import type { BatchItem } from './batch-state.ts'
import styles from './TogetherDialog.module.css'
import { batchTexts } from './texts.ts'
import type { Joining } from './use-joining.ts'

export interface TogetherDialogProps {
  readonly items: readonly BatchItem[]
  readonly joining: Joining
  readonly onTogether: () => void
  readonly onApart: () => void
  readonly onRetry: () => void
}

const namesOf = (items: readonly BatchItem[]): readonly string[] => [...new Set(items.map(({ file }) => file.name))]

/** Asked once, when all files are uploaded. Without an answer nothing is lost: the documents are stored. */
export function TogetherDialog({ items, joining, onTogether, onApart, onRetry }: TogetherDialogProps) {
  const stored = items.filter(({ state }) => state.kind === 'stored')
  const repeated = namesOf(stored.filter(({ repeats }) => repeats))
  const tooMany = stored.length > SENDING_DOCUMENTS_MAX
  const busy = joining.kind === 'busy'
  return (
    <Dialog
      open
      closable={false}
      startAtTitle
      onClose={onApart}
      title={batchTexts.question}
      description={tooMany ? batchTexts.tooMany(stored.length, SENDING_DOCUMENTS_MAX) : batchTexts.count(stored.length)}
    >
      <div className={styles.body}>
        <ol className={styles.names}>
          {stored.map(({ key, file }) => (
            <li key={key}>{file.name}</li>
          ))}
        </ol>
        {repeated.length > 0 && <p className={styles.note}>{batchTexts.repeated(repeated)}</p>}
        <Refused items={items} busy={busy} onRetry={onRetry} />
        {joining.kind === 'failed' && <Alert tone="error" live="assertive" title={joining.message} />}
        <div className={styles.choices}>
          {!tooMany && (
            <Button
              variant="primary"
              className={styles.choice}
              icon={<Layers />}
              busy={busy}
              busyLabel={batchTexts.joining}
              onClick={onTogether}
            >
              <strong>{batchTexts.together}:</strong> {lowerFirst(batchTexts.togetherMeaning)}
            </Button>
          )}
          <Button className={styles.choice} icon={<Files />} disabled={busy} onClick={onApart}>
            <strong>{batchTexts.apart}:</strong> {lowerFirst(batchTexts.apartMeaning)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

interface RefusedProps extends Pick<TogetherDialogProps, 'items' | 'onRetry'> {
  readonly busy: boolean
}

function Refused({ items, busy, onRetry }: RefusedProps) {
  const refused = items.flatMap(({ key, file, state }) => (state.kind === 'refused' ? [{ key, file, ...state }] : []))
  if (refused.length === 0) return null
  return (
    <Alert
      tone="warning"
      title={batchTexts.refusedToo}
      actions={
        refused.some(({ retryable }) => retryable) && (
          <Button size="sm" disabled={busy} onClick={onRetry}>
            {batchTexts.retry}
          </Button>
        )
      }
    >
      <ul className={styles.refused}>
        {refused.map(({ key, file, reason }) => (
          <li key={key}>
            <strong>{file.name}</strong>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
