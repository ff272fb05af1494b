import type { Size } from '../fields/geometry.ts'
import type { View } from '../viewer/view.ts'
import { contentSize, openView, pageOrigin } from '../viewer/view.ts'

/** A rectangle, in CSS pixels. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Header of the site on a signing page, in CSS pixels. */
const SITE_HEADER_PX = 56
/** Column beside the document: on a desk, and on a phone that lies on its side. */
const ASIDE_PX = 336
const LYING_ASIDE_PX = 272
/** Above the document where there is one column: its name, and whom it comes from. */
const NAME_PX = 67.5
const OWNER_PX = 23.5
/** Below it: instructions and button; and what else an invited guest can answer. */
const FOOT_PX = 125
const ANSWERS_PX = 44

/**
 * Where a guest's page will show its document (`GuestPage.module.css` lays it out; a journey compares the two).
 *
 * @param gutter room that the page keeps for the window's scroll bar, in CSS pixels
 * @param invited by an invitation, which says whom it comes from
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

/** Where the page lies in the scrolled area, how large that is, and how far it is scrolled: as the viewer opens it. */
export const sheetPlace = (viewport: Size, page: Size, zoom: number) => {
  const view: View = { ...openView(zoom), viewport, page }
  const content = contentSize(view)
  const { x, y } = pageOrigin(view)
  const sheet: Place = { left: x, top: y, width: page.width * zoom, height: page.height * zoom }
  return { content, sheet, scrolled: (content.width - viewport.width) / 2 }
}
