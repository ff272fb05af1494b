import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const themes = ['light', 'dark'] as const
/** Rules that depend on the theme's colours. */
const colourRules = ['color-contrast', 'link-in-text-block']
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits for CSS transitions. */
const showTheme = (page: Page, theme: string): Promise<void> =>
  page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  }, theme)

export const expectAccessible = async (page: Page): Promise<void> => {
  expect(page.frames(), 'frames that axe would leave out').toHaveLength(1)
  for (const theme of themes) {
    await showTheme(page, theme)
    // The page has one frame, so axe needs no extra page.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (theme === 'light' ? axe.withTags(tags) : axe.withRules(colourRules)).analyze()
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
      [],
    )
  }
}
