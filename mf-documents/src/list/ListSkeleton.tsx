import { Skeleton, Surface } from 'shared/ui'
import cardStyles from './card/DocumentCard.module.css'
import styles from './DocumentList.module.css'

const SKELETON_CARDS = 3

/** Hidden from screen readers: the list announces loading. */
export function ListSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: SKELETON_CARDS }, (_, index) => index).map((index) => (
        <Surface key={index} padding="none" className={styles.placeholder}>
          <div className={cardStyles.desk} />
          <div className={cardStyles.body}>
            <Skeleton width="6rem" height="1.5rem" />
            <Skeleton width="75%" height="1.25rem" />
            <Skeleton width="45%" />
          </div>
        </Surface>
      ))}
    </div>
  )
}
