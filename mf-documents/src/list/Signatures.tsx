import { cx } from 'shared/ui'
import { formatSignatures } from '../format.ts'
import styles from './Signatures.module.css'

export interface SignaturesProps {
  readonly signed: number
  readonly total: number
}

/** How far the signing has come: in words, and as one mark for each signature. */
export function Signatures({ signed, total }: SignaturesProps) {
  return (
    <div className={cx(styles.signatures, signed === total && styles.complete)}>
      <p className={styles.text}>{formatSignatures(signed, total)}</p>
      <div className={styles.marks} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => index).map((index) => (
          <span key={index} className={cx(styles.mark, index < signed && styles.made)} />
        ))}
      </div>
    </div>
  )
}
