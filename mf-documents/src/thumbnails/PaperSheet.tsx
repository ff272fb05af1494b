import { Stroke } from 'shared/ui'
import styles from './PaperSheet.module.css'

const SHEET_SIGNATURES_MAX = 4

export interface PaperSheetProps {
  readonly pages: number
  readonly fieldsTotal: number
  readonly fieldsSigned: number
}

/** Position of the i-th line, two per row, on a 114 × 156 sheet. */
const signatureLinePosition = (index: number) => ({ x: 16 + (index % 2) * 50, y: 84 + Math.floor(index / 2) * 24 })

/**
 * Decorative: a second sheet for several pages,
 * a line per field, ink on signed fields.
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
      <path className={styles.text} d="M16 40h62M16 50h86M16 60h80" />
      {Array.from({ length: shown }, (_, index) => index).map((index) => {
        const { x, y } = signatureLinePosition(index)
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <path className={styles.line} d="M0 4h38" />
            {index < inked && (
              <Stroke
                className={styles.ink}
                x="0"
                y="-9"
                width="40"
                height="15"
                style={{ inlineSize: 40 }}
                variant="flourish"
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}
