import { useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { RemoteMount } from 'shared/remote'
import { cx } from 'shared/ui'
import { PaperSheet } from './PaperSheet.tsx'
import styles from './Thumbnail.module.css'
import { useIdleInView } from './use-idle-in-view.ts'
import { useThumbnail } from './use-thumbnail.ts'

export interface ThumbnailProps {
  readonly file: UserFile
}

/** Shows a drawn sheet until mf_signing has rendered the first page. Decorative. */
export function Thumbnail({ file }: ThumbnailProps) {
  const place = useRef<HTMLDivElement>(null)
  const { shown, wanted, width, keep, giveUp, giveUpAll, discard } = useThumbnail(file)
  const renderNow = useIdleInView(place, wanted)
  // Browsers keep the old picture until the next has loaded.
  const [loaded, setLoaded] = useState(false)
  const covered = loaded && shown !== undefined

  return (
    <div ref={place} className={cx(styles.place, shown?.made && styles.made)}>
      <div className={cx(styles.sheet, covered && styles.hidden)}>
        <PaperSheet pages={file.pages} fieldsTotal={file.fields_total} fieldsSigned={file.fields_signed} />
      </div>
      {shown && (
        <img
          src={shown.url}
          alt=""
          className={cx(styles.picture, !covered && styles.hidden)}
          onLoad={() => setLoaded(true)}
          onError={() => {
            setLoaded(false)
            discard()
          }}
        />
      )}
      {renderNow && (
        <div hidden>
          <RemoteMount
            quiet
            remote="mf_signing"
            slot="page-picture"
            props={{ source: { kind: 'document', document: file }, width, onPicture: keep, onFailure: giveUp }}
            onUnavailable={giveUpAll}
          />
        </div>
      )}
    </div>
  )
}
