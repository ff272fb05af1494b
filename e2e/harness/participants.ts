import { execFileSync } from 'node:child_process'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright/test'
import { expectAccessible } from './axe.ts'
import type { Guest } from './people.ts'
import { expect } from './trazo.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** In a new browser context. Resolves when the document is shown. */
export const openMailedLink = async (
  browser: Browser,
  link: string,
  use: BrowserContextOptions = {},
): Promise<Page> => {
  const page = await (await browser.newContext(use)).newPage()
  await page.goto(link)
  await expect(page.locator('main canvas').first()).toBeVisible()
  return page
}

/** By the panel of the editor. */
export const addWithoutField = async (editor: Locator, kind: RegExp, { name, email }: Guest): Promise<void> => {
  const page = editor.page()
  await editor.getByRole('button', { name: 'Agregar a alguien que no firma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar a alguien que no firma' })
  await dialog.getByRole('radio', { name: kind }).check()
  await dialog.getByLabel('Nombre').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** By the menu of a signer's card. */
export const addAlternates = async (editor: Locator, signer: Guest, alternates: readonly Guest[]): Promise<void> => {
  const page = editor.page()
  await editor.getByRole('button', { name: `Más opciones de ${signer.name}` }).click()
  await editor.getByRole('button', { name: 'Puede firmar otra persona en su lugar' }).click()
  const dialog = page.getByRole('dialog', { name: `Quién puede firmar en lugar de ${signer.name}` })
  for (const { name, email } of alternates) {
    await dialog.getByLabel('Nombre del firmante').fill(name)
    await dialog.getByLabel('Email del firmante').fill(email)
    await dialog.getByRole('button', { name: 'Agregar persona' }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('Sin invitar')
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  const names = [signer, ...alternates].map(({ name }) => name).join(', ')
  await expect(editor.getByText(`Cualquiera de: ${names}`)).toBeVisible()
}

/** All on one line. Needs pdftotext. */
export const textOfPdf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/\s+/g, ' ')
