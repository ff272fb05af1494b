import type { Locator, Page, Request } from 'playwright/test'
import { expect } from 'playwright/test'
import { type OwnerApi, ownerApi } from './api.ts'
import { withScript } from './flawed-pdf.ts'
import { makePdf } from './make-pdf.ts'
import { enter, ownerNamed } from './people.ts'
import { realPdf } from './real-pdf.ts'
import type { Trazo } from './trazo.ts'

export const contract = makePdf([1, 2, 3].map((page) => ({ text: `Contrato de alquiler, página ${page}` })))

export const hostile = (): Buffer => realPdf('malicious__pdfjs__doc_actions.pdf', () => withScript(contract)).bytes

export const enterUpload = async (page: Page, trazo: Trazo, name: string): Promise<OwnerApi> => {
  const owner = ownerNamed(name)
  const api = await ownerApi(trazo, owner)
  await enter(page, owner, '/dashboard?tab=subir')
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
  await expect(submitButton(page)).toBeVisible()
  // An effect adds the paste listener after the first frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return api
}

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Subir Documento' })

export const failurePanel = (page: Page): Locator =>
  page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Cerrar', exact: true }) })

export const preview = (page: Page, name: string): Locator =>
  page.getByRole('img', { name: `Primera página de ${name}` })

export const noPreview = (page: Page): Locator =>
  page.getByText(/^No pudimos mostrar la primera página\. Puedes subir el documento/)

const DESCRIPTION = 'El contrato de enero'
export const describeFile = (page: Page): Promise<void> => page.getByLabel('Descripción').fill(DESCRIPTION)

export const expectKept = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Descripción')).toHaveValue(DESCRIPTION)
}

export const UPLOAD = '**/home/api/files/'
export const isUpload = (request: Request): boolean =>
  request.method() === 'POST' && request.url().endsWith('/home/api/files/')
