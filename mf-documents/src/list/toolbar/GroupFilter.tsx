import type { GroupCounts } from 'shared/contract'
import { cx } from 'shared/ui'
import { type DocumentGroup, listGroups } from '../../documents/document-filters.ts'
import { groupLabels } from '../../documents/labels.ts'
import styles from './GroupFilter.module.css'

export interface GroupFilterProps {
  readonly group: DocumentGroup | undefined
  readonly counts: GroupCounts | undefined
  readonly onGroup: (group: DocumentGroup | undefined) => void
}

/** The archive shows once it has something. */
const shownGroups = (group: DocumentGroup | undefined, counts: GroupCounts | undefined) =>
  [undefined, ...listGroups].filter((each) => each !== 'archived' || each === group || (counts?.archived ?? 0) > 0)

export function GroupFilter({ group, counts, onGroup }: GroupFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div role="group" aria-label="Grupos" className={styles.groups}>
      {shownGroups(group, counts).map((each) => (
        <button
          key={each ?? 'all'}
          type="button"
          className={cx(styles.group, each === 'owner' && (counts?.owner ?? 0) > 0 && styles.urgent)}
          aria-pressed={each === group}
          onClick={() => onGroup(each)}
        >
          {each === undefined ? 'Todos' : groupLabels[each]}
          <span className={styles.count}>{counts?.[each ?? 'all']}</span>
        </button>
      ))}
    </div>
  )
}
