import type { DocumentsView } from 'shared/contract'
import { Skeleton, Surface } from 'shared/ui'
import card from './card/Card.module.css'
import styles from './DocumentList.module.css'

const SKELETON_CARDS = 3
const SKELETON_ROWS = 6

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Hidden from screen readers: the list announces loading. */
export function ListSkeleton({ view }: { readonly view: DocumentsView }) {
  if (view === 'list')
    return (
      <div className={styles.rows} aria-hidden="true">
        {numbers(SKELETON_ROWS).map((index) => (
          <div key={index} className={styles.placeholderRow}>
            <Skeleton width="40%" height="1.25rem" />
          </div>
        ))}
      </div>
    )
  return (
    <div className={styles.grid} aria-hidden="true">
      {numbers(SKELETON_CARDS).map((index) => (
        <Surface key={index} padding="none" className={styles.placeholder}>
          <div className={card.desk} />
          <div className={card.body}>
            <Skeleton width="6rem" height="1.5rem" />
            <Skeleton width="75%" height="1.25rem" />
            <Skeleton width="45%" />
          </div>
        </Surface>
      ))}
    </div>
  )
}
