import type { BrowserContext, Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import type { UserFile } from 'shared/contract'
import { annotate } from './annotations.ts'
import { type OwnerApi, ownerApi } from './api.ts'
import { contractOf, type EditorJourney, threePages } from './editor.ts'
import { makePdf, type PdfPage } from './make-pdf.ts'
import { enter, openEditor, ownerNamed } from './people.ts'
import { test as base, type Trazo } from './trazo.ts'

export interface Desk {
  readonly api: OwnerApi
  readonly page: Page
}

/** Each worker is a process. One for computers, one for phones. */
const desks = new Map<boolean | undefined, Promise<Desk>>()

const openDesk = async (trazo: Trazo, context: BrowserContext): Promise<Desk> => {
  const owner = ownerNamed('escritorio')
  const api = await ownerApi(trazo, owner)
  const page = await context.newPage()
  await enter(page, owner)
  return { api, page }
}

/**
 * Journeys share one open page: its start costs more than most
 * of them.
 */
export const test = base.extend<{ desk: Desk; page: Page }>({
  desk: async ({ browser, isMobile, keptContexts, trazo }, use) => {
    let desk = desks.get(isMobile)
    if (desk === undefined) {
      const context = await browser.newContext()
      keptContexts.add(context)
      desk = openDesk(trazo, context)
      desks.set(isMobile, desk)
    }
    await use(await desk)
  },
  page: async ({ desk: { page }, viewport }, use, info) => {
    await use(page)
    // After a failure Playwright starts another worker.
    if (info.status === info.expectedStatus) await putAway(page, viewport)
  },
})

/** The next journey must not take them for its own. */
const dismissNotifications = async (page: Page): Promise<void> => {
  const close = page
    .getByRole('region', { name: 'Notificaciones' })
    .getByRole('button', { name: 'Cerrar notificación' })
  await close.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await expect(close).toHaveCount(0)
}

/** Closes the document without saving. */
const putAway = async (page: Page, viewport: { width: number; height: number } | null): Promise<void> => {
  if (viewport) await page.setViewportSize(viewport)
  const onTop = page.getByRole('dialog', { name: /^(Texto alternativo|Invitar a Trazo)$/ })
  if (await onTop.isVisible()) {
    await page.keyboard.press('Escape')
    await expect(onTop).toBeHidden()
  }
  const editor = page.getByRole('dialog', { name: /^Documento: / })
  await editor.getByRole('button', { name: 'Volver', exact: true }).click()
  const leave = page.getByRole('button', { name: 'Salir sin guardar' })
  await expect.poll(async () => (await leave.isVisible()) || !(await editor.isVisible())).toBe(true)
  if (await leave.isVisible()) await leave.click()
  await expect(editor).toBeHidden()
  await dismissNotifications(page)
}

export const newContract = (
  trazo: Trazo,
  { api }: Desk,
  name: string,
  pages: readonly PdfPage[] = threePages,
): Promise<EditorJourney> => contractOf(trazo, api, `Contrato ${name}.pdf`, pages, async () => undefined)

export const annotateNew = async (
  page: Page,
  { api }: Desk,
  name: string,
  pages: readonly PdfPage[] = threePages,
): Promise<{ readonly api: OwnerApi; readonly file: UserFile; readonly editor: Locator }> => {
  const filename = `Contrato ${name}.pdf`
  const file = await api.upload(filename, makePdf(pages))
  const editor = await openEditor(page, filename)
  await annotate(editor)
  return { api, file, editor }
}
