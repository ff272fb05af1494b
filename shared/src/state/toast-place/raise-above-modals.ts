/**
 * A modal dialog covers everything outside of the top
 * layer. Also raises again what is below a newer dialog.
 */
export const raiseAboveModals = (element: HTMLElement): void => {
  // jsdom has no top layer.
  if (typeof element.showPopover !== 'function') return
  if (element.matches(':popover-open')) element.hidePopover()
  const isCovered = document.querySelector('dialog:modal') !== null
  element.popover = isCovered ? 'manual' : null
  if (isCovered) element.showPopover()
}
