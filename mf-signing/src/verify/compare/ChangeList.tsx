import { useId } from 'react'
import { ToneIcon } from 'shared/ui'
import styles from './Comparison.module.css'
import type { ComparedFinding, FindingMark } from './findings.ts'
import { compareTexts } from './texts.ts'

interface ChangeListProps {
  readonly findings: readonly ComparedFinding[]
  readonly chosen: number | undefined
  readonly onChoose: (mark: FindingMark) => void
}

/** A change without a page cannot be shown; the list names it. */
export function ChangeList({ findings, chosen, onChoose }: ChangeListProps) {
  const id = useId()
  return (
    <section className={styles.findings} aria-labelledby={id}>
      <h3 id={id} className={styles.side}>
        {compareTexts.list}
      </h3>
      {findings.every(({ mark }) => mark === undefined) && <p className={styles.none}>{compareTexts.nothingMarked}</p>}
      {findings.some(({ isUnexplained }) => isUnexplained) && (
        <p className={styles.none}>{compareTexts.otherReaders}</p>
      )}
      <ul className={styles.list}>
        {findings.map(({ text, tone, mark }, index) => (
          <li key={index} data-tone={tone}>
            {mark ? (
              <button
                type="button"
                className={styles.finding}
                aria-current={mark.number === chosen || undefined}
                onClick={() => onChoose(mark)}
              >
                <span className={styles.number}>{mark.number}</span> <ToneIcon tone={tone} /> <span>{text}</span>
              </button>
            ) : (
              <p className={styles.finding}>
                <span /> <ToneIcon tone={tone} /> <span>{text}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
