import type { Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { drawingOf, openDocument, reviewOf } from './guest-flow.ts'
import { downloaded } from './people.ts'

const ownProgramOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Firmar con mi propio programa' })

export const chooseExternalSigner = async (page: Page, link: string): Promise<Locator> => {
  await openDocument(page, link)
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  const drawing = drawingOf(page)
  await expect(drawing).toBeVisible()
  const folded = drawing.getByText('Otras formas de firmar')
  if (await folded.isVisible()) await folded.click()
  await drawing.getByRole('button', { name: 'Firmar con mi propio programa' }).click()
  const dialog = ownProgramOf(page)
  await expect(dialog).toBeVisible()
  return dialog
}

export const downloadCopy = (page: Page, dialog: Locator, button: string): Promise<Buffer> =>
  downloaded(page, dialog.getByRole('button', { name: button }))

export const uploadCopy = (dialog: Locator, bytes: Uint8Array, name = 'firmado.pdf'): Promise<void> =>
  dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
