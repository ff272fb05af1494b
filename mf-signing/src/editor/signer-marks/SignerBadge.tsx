import type { CSSProperties } from 'react'
import { cx } from 'shared/ui'
import type { SignerColour } from './palette.ts'
import styles from './SignerBadge.module.css'
import type { SignerMark } from './signer-marks.ts'

export const signerStyle = ({
  light,
  dark,
}: SignerColour): CSSProperties & Readonly<Record<`--${string}`, string>> => ({
  '--signer-light': light,
  '--signer-dark': dark,
})

/** How much of the signer's colour is in the paper of a field. */
const TINTS = { signature: '16%', form: '8%' } as const

export const fieldLook = (
  mark: SignerColour | undefined,
  kind: keyof typeof TINTS,
): ReturnType<typeof signerStyle> | undefined =>
  mark && {
    '--tab': `color-mix(in srgb, ${mark.light} ${TINTS[kind]}, #ffffff)`,
    '--tab-line': mark.light,
    '--tab-ink': '#16202e',
  }

export interface SignerBadgeProps {
  readonly mark: SignerMark | undefined
  readonly onField?: boolean
}

/**
 * The name is next to it, or is that of the button. The style sheet
 * writes the initials: as text they would be a part of its label (WCAG 2.5.3).
 */
export function SignerBadge({ mark, onField = false }: SignerBadgeProps) {
  if (!mark) return null
  return (
    <span
      className={cx(styles.badge, onField && styles.onField)}
      style={signerStyle(mark)}
      data-initials={mark.initials}
      aria-hidden="true"
    />
  )
}
