const MARKS = '.highlightEditor[role="mark"]'

/**
 * pdf.js uses the role mark, which forbids names. Screen readers read the
 * name of a group.
 */
export const nameHighlights = (pages: HTMLElement, signal: AbortSignal): void => {
  const nameAll = () => {
    for (const mark of pages.querySelectorAll(MARKS)) mark.setAttribute('role', 'group')
  }
  const observer = new MutationObserver(nameAll)
  observer.observe(pages, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}
