import type { Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'

export const saveAnnotations = async (page: Page, editor: Locator): Promise<void> => {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/annotations/'),
  )
  await saveButton(editor).click()
  expect((await answered).status()).toBe(200)
  await expect(editor.getByRole('toolbar', { name: 'Herramientas de anotación' })).toBeVisible()
  await expectSaved(editor)
}

export const saveButton = (editor: Locator): Locator => editor.getByRole('button', { name: 'Guardar anotaciones' })

export const expectUnsaved = (editor: Locator): Promise<void> =>
  expect(saveButton(editor)).not.toHaveAttribute('aria-disabled', 'true')

export const expectSaved = async (editor: Locator): Promise<void> => {
  await expect(editor.getByRole('region', { name: 'Anotaciones' })).toHaveAttribute('aria-busy', 'false')
  await expect(saveButton(editor)).toHaveAttribute('aria-disabled', 'true')
}

export const kindsIn = (pdf: Uint8Array): string[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Subtype \/(FreeText|Highlight|Ink|Stamp|Popup)/g),
  ].map(([, kind]) => kind ?? '')
