import { cx } from 'shared/ui'
import { SHEET_SIGNATURES_MAX } from './constants.ts'
import styles from './PaperSheet.module.css'

export interface PaperSheetProps {
  readonly pages: number
  readonly fieldsTotal: number
  readonly fieldsSigned: number
}

/** Place of the i-th signature line, two beside each other, on a sheet of 120 × 150. */
const placeOf = (index: number) => ({ x: 16 + (index % 2) * 48, y: 134 - Math.floor(index / 2) * 26 })

/**
 * A document in small, drawn from what is known of it: a second sheet when it has more pages, a line for each place to
 * sign, ink on those that are signed. Decoration: the card says the same in words.
 */
export function PaperSheet({ pages, fieldsTotal, fieldsSigned }: PaperSheetProps) {
  const shown = Math.min(fieldsTotal, SHEET_SIGNATURES_MAX)
  const inked = fieldsSigned === fieldsTotal ? shown : Math.min(fieldsSigned, Math.max(shown - 1, 0))
  return (
    <svg className={styles.sheet} viewBox="0 0 128 156" aria-hidden="true">
      {pages > 1 && <path className={styles.paper} d="M9 9h114v150H9z" />}
      <path className={styles.paper} d="M4 4h90l24 24v132H4z" />
      <path className={styles.fold} d="M94 4v24h24" />
      <path className={styles.title} d="M16 26h44" />
      <path className={styles.text} d="M16 42h62M16 52h86M16 62h80M16 72h88M16 82h52" />
      {Array.from({ length: shown }, (_, index) => index).map((index) => {
        const { x, y } = placeOf(index)
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <path className={styles.line} d="M0 4h38" />
            {index < inked && (
              <path className={cx(styles.ink)} d="M2 1C7-9 12-13 14-11s-4 11-1 11 7-10 10-9-3 7 0 7 8-6 15-7" />
            )}
          </g>
        )
      })}
    </svg>
  )
}
