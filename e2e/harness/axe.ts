import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const themes = ['light', 'dark'] as const
/** Rules whose result depends on colours, and so on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Changes the theme, and waits until no colour is on its way any more. */
const showTheme = (page: Page, theme: string): Promise<void> =>
  page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  }, theme)

/** axe finds nothing on what is on show, in both themes. */
export const expectAccessible = async (page: Page): Promise<void> => {
  expect(page.frames(), 'frames that axe would leave out').toHaveLength(1)
  for (const theme of themes) {
    await showTheme(page, theme)
    // One frame: no page of its own is opened for the result.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (theme === 'light' ? axe.withTags(tags) : axe.withRules(colourRules)).analyze()
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
      [],
    )
  }
}
