import type { MouseEvent } from 'react'

/** Elements above the document's button also open it. */
export const isOutsideButtons = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('button, label, [popover]') === null
