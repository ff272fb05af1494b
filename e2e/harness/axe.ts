import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const themes = ['light', 'dark'] as const
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * axe finds nothing on what is on show, in both themes. Use it with reduced motion: colours then change with the theme at
 * once, and axe never measures a colour on its way.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const theme of themes) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
      [],
    )
  }
}
