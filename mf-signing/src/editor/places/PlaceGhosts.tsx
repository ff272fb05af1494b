import type { CSSProperties } from 'react'
import type { FractionRect, PageFrame } from '../../geometry/geometry.ts'
import type { AcceptModels } from './accept-places.ts'
import type { PlaceOnPage } from './found-on-page.ts'
import styles from './PlaceGhosts.module.css'
import { placeInFull, placeInShort, placeTexts } from './place-texts.ts'
import { useAccepting } from './use-accepting.ts'

/** WCAG 2.5.8, in CSS pixels: a smaller ghost is only seen; the list has its button. */
const TARGET_PX = 24

export interface PlaceGhostsProps extends Omit<AcceptModels, 'owner'> {
  readonly frame: PageFrame
}

const percent = (fraction: number): string => `${fraction * 100}%`

const styleOf = ({ x, y, width, height }: FractionRect): CSSProperties => ({
  insetInlineStart: percent(x),
  insetBlockStart: percent(y),
  inlineSize: percent(width),
  blockSize: percent(height),
})

/** Where fields would stand on the page that is shown. */
export function PlaceGhosts({ frame, ...models }: PlaceGhostsProps) {
  const { open, accept } = useAccepting(models)
  if (!models.places.shown || !models.places.mayPlace) return null
  return open
    .filter(({ page }) => page === frame.number)
    .map((place) => <PlaceGhost key={place.id} place={place} frame={frame} onAccept={() => accept([place])} />)
}

interface PlaceGhostProps {
  readonly place: PlaceOnPage
  readonly frame: PageFrame
  readonly onAccept: () => void
}

function PlaceGhost({ place, frame: { size, zoom }, onAccept }: PlaceGhostProps) {
  const { rect } = place
  const style = styleOf(rect)
  const isTarget = Math.min(rect.height * size.height, rect.width * size.width) * zoom >= TARGET_PX
  const words = <span className={styles.words}>{placeInShort(place)}</span>
  if (!isTarget)
    return (
      <div className={styles.ghost} style={style} data-place-ghost aria-hidden="true">
        {words}
      </div>
    )
  return (
    <button
      type="button"
      className={styles.ghost}
      style={style}
      data-place-ghost
      aria-label={`${placeTexts.accept}: ${placeInFull(place)}`}
      onClick={(event) => {
        event.stopPropagation()
        onAccept()
      }}
    >
      {words}
    </button>
  )
}
