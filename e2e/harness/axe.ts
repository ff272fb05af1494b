import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { isSampledState } from './sample.ts'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

/** The script is large: once per page. */
const load = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  await page.evaluate(script)
}

const violations = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(async (given) => {
    const { run } = (globalThis as unknown as { readonly axe: typeof axe }).axe
    const { violations } = await run(document, given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, options)

const runOnly = {
  light: { type: 'tag', values: tags },
  dark: { type: 'rule', values: colourRules },
} as const

/** @param apart frames checked elsewhere */
export const expectAccessible = async (page: Page, apart = 0): Promise<void> => {
  expect(page.frames(), 'frames that axe would leave out').toHaveLength(1 + apart)
  if (!isSampledState()) return
  await load(page)
  for (const theme of themes) {
    await showTheme(page, theme)
    const { type, values } = runOnly[theme]
    expect(
      await violations(page, { iframes: false, resultTypes: ['violations'], runOnly: { type, values: [...values] } }),
      theme,
    ).toEqual([])
  }
}

export const expectAccessibleMail = async (page: Page, html: string): Promise<void> => {
  if (!isSampledState()) return
  const shown = await page.context().newPage()
  for (const colorScheme of themes) {
    await shown.emulateMedia({ colorScheme })
    await shown.setContent(html)
    await load(shown)
    expect(await violations(shown, { runOnly: { type: 'tag', values: tags } }), colorScheme).toEqual([])
  }
  await shown.close()
}
