const MARKS = '.highlightEditor[role="mark"]'

/**
 * pdf.js calls a highlight a mark, which may have no name, and names it: a screen reader would pass over it in silence.
 * As a group its name is read.
 */
export const nameHighlights = (pages: HTMLElement, signal: AbortSignal): void => {
  const mend = () => {
    for (const mark of pages.querySelectorAll(MARKS)) mark.setAttribute('role', 'group')
  }
  const observer = new MutationObserver(mend)
  observer.observe(pages, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}
