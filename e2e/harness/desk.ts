import type { BrowserContext, Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import type { UserFile } from 'shared/contract'
import { annotate } from './annotations.ts'
import { type OwnerApi, ownerApi } from './api.ts'
import { bytesOf, contractOf, type EditorJourney, threePages } from './editor.ts'
import type { PdfPage } from './make-pdf.ts'
import { enter, openEditor, ownerNamed } from './people.ts'
import { test as base, type Trazo } from './trazo.ts'

export interface Desk {
  readonly api: OwnerApi
  readonly page: Page
}

/** Each worker is a process. One for computers, one for phones. */
const desks = new Map<boolean | undefined, Promise<Desk>>()

const usedBy = new WeakMap<Page, string>()

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
    // pdf.js keeps the colours and sizes that were chosen last.
    if ((usedBy.get(page) ?? info.file) !== info.file) await page.goto('/dashboard')
    usedBy.set(page, info.file)
    await use(page)
    // After a failure Playwright starts another worker.
    if (info.status === info.expectedStatus) await putAway(page, viewport)
  },
})

/** The next journey must not take them for its own. */
export const dismissNotifications = async (page: Page): Promise<void> => {
  const close = page
    .getByRole('region', { name: 'Notificaciones' })
    .getByRole('button', { name: 'Cerrar notificación' })
  await close.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await expect(close).toHaveCount(0)
}

const KEPT = 'Contrato del escritorio.pdf'
const keptEditor = (page: Page): Locator => page.getByRole('dialog', { name: `Documento: ${KEPT}` })
const annotateButton = (editor: Locator): Locator => editor.getByRole('button', { name: 'Anotar', exact: true })

const leaveBy = async (page: Page, button: Locator, isLeft: () => Promise<boolean>): Promise<void> => {
  await button.click()
  const leave = page.getByRole('button', { name: 'Salir sin guardar' })
  await expect.poll(async () => (await leave.isVisible()) || isLeft()).toBe(true)
  if (await leave.isVisible()) await leave.click()
  await expect.poll(isLeft).toBe(true)
}

const closeDocument = async (page: Page): Promise<void> => {
  const editor = page.getByRole('dialog', { name: /^Documento: / })
  await leaveBy(page, editor.getByRole('button', { name: 'Volver', exact: true }), () => editor.isHidden())
}

const putAway = async (page: Page, viewport: { width: number; height: number } | null): Promise<void> => {
  if (viewport) await page.setViewportSize(viewport)
  const onTop = page.getByRole('dialog', { name: /^(Texto alternativo|Invitar a Trazo)$/ })
  if (await onTop.isVisible()) {
    await page.keyboard.press('Escape')
    await expect(onTop).toBeHidden()
  }
  const kept = keptEditor(page)
  if (await kept.isVisible())
    await leaveBy(page, kept.getByRole('button', { name: 'Terminar' }), () => annotateButton(kept).isVisible())
  else await closeDocument(page)
  await dismissNotifications(page)
}

const closeKept = async (page: Page): Promise<void> => {
  if (await keptEditor(page).isVisible()) await closeDocument(page)
}

export const newContract = (
  trazo: Trazo,
  { api }: Desk,
  name: string,
  pages: readonly PdfPage[] | Buffer = threePages,
): Promise<EditorJourney> => contractOf(trazo, api, `Contrato ${name}.pdf`, pages, closeKept)

export const annotateNew = async (
  page: Page,
  { api }: Desk,
  name: string,
  pages: readonly PdfPage[] | Buffer = threePages,
): Promise<{ readonly api: OwnerApi; readonly file: UserFile; readonly editor: Locator }> => {
  const filename = `Contrato ${name}.pdf`
  const file = await api.upload(filename, bytesOf(pages))
  await closeKept(page)
  const editor = await openEditor(page, filename)
  await annotate(editor)
  return { api, file, editor }
}

/** For journeys that save nothing. */
export const annotateKept = async (page: Page, { api }: Desk): Promise<Locator> => {
  const editor = keptEditor(page)
  if (await editor.isHidden()) {
    const known = (await api.list()).find(({ original_filename }) => original_filename === KEPT)
    const { id } = known ?? (await api.upload(KEPT, bytesOf(threePages)))
    await page.goto(`/dashboard?documento=${id}`)
    await expect(editor.locator('canvas')).toBeVisible()
  }
  await annotate(editor)
  return editor
}
