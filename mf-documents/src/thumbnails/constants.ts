/** Width of a card's picture, in CSS pixels; the style sheet says the same in rem. */
export const THUMBNAIL_WIDTH_PX = 160
/** Largest ratio of device pixels to CSS pixels that a picture is made for: a finer one is not seen at this size. */
export const THUMBNAIL_RATIO_MAX = 3
/** Pictures that are kept between visits, for each person. */
export const THUMBNAILS_KEPT = 300
/** Pictures that are kept for as long as the page is open. */
export const THUMBNAILS_IN_MEMORY = 120
/** How far from the view a card is when its picture is asked for. */
export const NEAR_VIEW = '240px'
/** Wait in place of an idle moment where the browser cannot tell one (Safari), in milliseconds. */
export const IDLE_FALLBACK_MS = 300
