import type { ElementHandle, Page } from 'playwright'
import { barePageOf } from '../bare/publish-bare-page.ts'
import { visit } from '../page/visit.ts'
import type { StagedDocument } from '../stage.ts'

export interface TurnablePage {
  readonly page: Page
  readonly next: ElementHandle<Element>
  readonly previous: ElementHandle<Element>
  /** In pixels. */
  readonly width: number
}

const open = async (page: Page, address: string): Promise<number> => {
  await visit(page, address)
  return (await page.evaluate(() => window.trazoBench.first)).width
}

const buttons = async (page: Page, next: string, previous: string) => ({
  next: await page.getByRole('button', { name: next, exact: true }).elementHandle(),
  previous: await page.getByRole('button', { name: previous, exact: true }).elementHandle(),
})

const turnable = async (page: Page, width: number, next: string, previous: string): Promise<TurnablePage> => {
  const found = await buttons(page, next, previous)
  if (!found.next || !found.previous) throw new Error(`${page.url()} has no buttons that turn pages`)
  return { page, width, next: found.next, previous: found.previous }
}

export const openReading = async (page: Page, origin: string, document: StagedDocument): Promise<TurnablePage> =>
  turnable(page, await open(page, origin + document.reading), 'Página siguiente', 'Página anterior')

export const openBare = async (
  page: Page,
  origin: string,
  document: StagedDocument,
  width: number,
): Promise<TurnablePage> =>
  turnable(page, await open(page, origin + barePageOf(document.file, width)), 'next', 'previous')
