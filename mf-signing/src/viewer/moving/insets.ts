/** Parts of the scroll area behind the page's bars, in CSS pixels. */
export const insetsOf = (stage: Element) => {
  const { paddingTop, paddingBottom } = getComputedStyle(stage)
  return { above: Number.parseFloat(paddingTop) || 0, below: Number.parseFloat(paddingBottom) || 0 }
}
