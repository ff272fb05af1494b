import type { Size } from '../fields/geometry.ts'
import type { View } from '../viewer/view.ts'
import { contentSize, openView, pageOrigin } from '../viewer/view.ts'

export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** In CSS pixels, like all sizes below. */
const SITE_HEADER_PX = 56
/** Side column: desktop, and phone in landscape. */
const ASIDE_PX = 336
const LYING_ASIDE_PX = 272
/** Above the document in the one-column layout. */
const NAME_PX = 67.5
const OWNER_PX = 23.5
/** Below it: instructions and button; answers of an invited guest. */
const FOOT_PX = 125
const ANSWERS_PX = 44

/**
 * The document's position on the guest page. Must match
 * `GuestPage.module.css`; an e2e test compares them.
 * @param gutter of the scroll bar, in CSS pixels
 * @param invited the page also shows the owner
 */
export const documentPlace = (
  { innerWidth, innerHeight }: Pick<Window, 'innerWidth' | 'innerHeight'>,
  gutter: number,
  invited: boolean,
): Place => {
  const lying = innerWidth >= 640 && innerHeight < 500
  const beside = lying ? LYING_ASIDE_PX : innerWidth >= 900 ? ASIDE_PX : undefined
  const above = SITE_HEADER_PX + (beside === undefined ? NAME_PX + (invited ? OWNER_PX : 0) : 0)
  return {
    left: 0,
    top: above,
    width: innerWidth - gutter - (beside ?? 0),
    height: innerHeight - above - (beside === undefined ? FOOT_PX + (invited ? ANSWERS_PX : 0) : 0),
  }
}

export const sheetPlace = (viewport: Size, page: Size, zoom: number) => {
  const view: View = { ...openView(zoom), viewport, page }
  const content = contentSize(view)
  const { x, y } = pageOrigin(view)
  const sheet: Place = { left: x, top: y, width: page.width * zoom, height: page.height * zoom }
  return { content, sheet, scrolled: (content.width - viewport.width) / 2 }
}
