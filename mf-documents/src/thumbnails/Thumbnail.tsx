import { useRef, useState } from 'react'
import { type PictureSubject, usePagePicture } from 'shared/controls'
import { cx } from 'shared/ui'
import { PaperSheet, type PaperSheetProps } from './PaperSheet.tsx'
import styles from './Thumbnail.module.css'

export interface ThumbnailProps extends PaperSheetProps {
  readonly subject: PictureSubject
}

/** CSS pixels; the style sheet has it in rem. */
const THUMBNAIL_WIDTH_PX = 160

/** Shows a drawn sheet until the picture of the first page is there. Decorative. */
export function Thumbnail({ subject, ...sheet }: ThumbnailProps) {
  const place = useRef<HTMLDivElement>(null)
  const { url, discard } = usePagePicture(place, subject, THUMBNAIL_WIDTH_PX)
  // Browsers keep the old picture until the next has loaded.
  const [loaded, setLoaded] = useState(false)
  const covered = loaded && url !== undefined

  return (
    <div ref={place} className={styles.place}>
      <div className={cx(styles.sheet, covered && styles.hidden)}>
        <PaperSheet {...sheet} />
      </div>
      {url !== undefined && (
        <img
          src={url}
          alt=""
          className={cx(styles.picture, !covered && styles.hidden)}
          onLoad={() => setLoaded(true)}
          onError={() => {
            setLoaded(false)
            discard()
          }}
        />
      )}
    </div>
  )
}
