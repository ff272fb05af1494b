import Copy from 'lucide-react/icons/copy'
import LinkIcon from 'lucide-react/icons/link'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Button } from 'shared/ui'
import { formatLongDate } from '../../format.ts'
import { urlTexts } from '../constants.ts'
import { fullUrl, readableAddress, relativeUrl } from '../sharing/addresses.ts'
import { copyUrl } from '../sharing/copy-url.ts'
import { SharingBadge } from '../sharing/SharingBadge.tsx'
import styles from './SharedDocumentRow.module.css'

export interface DocumentRowProps {
  readonly file: UserFile
  readonly noticeId: string
  readonly onShare: () => Promise<void>
  readonly onEnd: () => void
}

export function SharedDocumentRow({ file, noticeId, onShare, onEnd }: DocumentRowProps) {
  const name = file.original_filename
  const [busy, setBusy] = useState(false)
  const share = async () => {
    setBusy(true)
    await onShare()
    setBusy(false)
  }
  return (
    <li className={styles.row} data-document={file.id} tabIndex={-1}>
      <div className={styles.file}>
        <p className={styles.name}>{name}</p>
        <p className={styles.url}>{readableAddress(relativeUrl(file))}</p>
        <p className={styles.detail}>
          <SharingBadge file={file} /> Subido el {formatLongDate(file.uploaded_at)}
        </p>
      </div>
      <div className={styles.actions}>
        {file.is_shared ? (
          <>
            <Button
              size="sm"
              icon={<Copy />}
              aria-label={`Copiar URL de ${name}`}
              onClick={() => copyUrl(fullUrl(file, window.location.origin))}
            >
              Copiar URL
            </Button>
            <Button size="sm" variant="ghost" aria-label={`${urlTexts.end}: ${name}`} onClick={onEnd}>
              {urlTexts.end}
            </Button>
          </>
        ) : (
          <Button
            size="sm"
            icon={<LinkIcon />}
            aria-label={busy ? undefined : `${urlTexts.generate} de ${name}`}
            aria-describedby={noticeId}
            busy={busy}
            busyLabel={urlTexts.generating}
            onClick={share}
          >
            {urlTexts.generate}
          </Button>
        )}
      </div>
    </li>
  )
}
