import { cx } from 'shared/ui'
import styles from './SnapGuides.module.css'
import type { SnapGuide } from './snapping.ts'

export interface SnapGuidesProps {
  readonly guides: readonly SnapGuide[]
  readonly page: { readonly width: number; readonly height: number }
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Visual only; a live region announces alignment. */
export function SnapGuides({ guides, page }: SnapGuidesProps) {
  return guides.map(({ axis, at, from, to }) => (
    <span
      key={`${axis}${at}${from}`}
      aria-hidden="true"
      data-guide={axis}
      className={cx(styles.guide, styles[axis])}
      style={
        axis === 'x'
          ? {
              insetInlineStart: percent(at, page.width),
              insetBlockStart: percent(from, page.height),
              blockSize: percent(to - from, page.height),
            }
          : {
              insetBlockStart: percent(at, page.height),
              insetInlineStart: percent(from, page.width),
              inlineSize: percent(to - from, page.width),
            }
      }
    />
  ))
}
