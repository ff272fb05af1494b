/** CSS pixels; the style sheet has it in rem. */
export const THUMBNAIL_WIDTH_PX = 160
/** Higher device pixel ratios are invisible at this size. */
export const THUMBNAIL_RATIO_MAX = 3
/** Per user, between visits. */
export const THUMBNAILS_KEPT = 300
/** While the page is open. */
export const THUMBNAILS_IN_MEMORY = 120
/** Distance from the viewport that starts rendering. */
export const NEAR_VIEW = '240px'
/** Safari has no idle callbacks. */
export const THUMBNAIL_IDLE_MS = 300
