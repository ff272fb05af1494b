import { VisuallyHidden } from 'shared/ui'
import styles from './Tags.module.css'

/** More of them are a number: a card stays calm. */
const SHOWN = 2

export function Tags({ tags = [] }: { readonly tags?: readonly string[] | undefined }) {
  if (tags.length === 0) return null
  const others = tags.slice(SHOWN)
  return (
    <p className={styles.tags}>
      <VisuallyHidden>Etiquetas: </VisuallyHidden>
      {tags.slice(0, SHOWN).map((tag) => (
        <span key={tag} className={styles.tag} title={tag}>
          {tag}
        </span>
      ))}
      {others.length > 0 && (
        <span className={styles.others} title={others.join(', ')}>
          <span aria-hidden="true">+{others.length}</span>
          <VisuallyHidden>{others.join(', ')}</VisuallyHidden>
        </span>
      )}
    </p>
  )
}
