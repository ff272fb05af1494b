import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { drawSignature, fieldOf, type Guest, ownerNamed, register } from '../harness/people.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const pdf = makePdf([{ text: 'Acuerdo de confidencialidad' }, { text: 'Firmas' }])

const invited = async (trazo: Trazo, name: string) => {
  const guest: Guest = { name: 'Ana Mora', email: `${name}@invitada.example` }
  const owner = await ownerApi(trazo, ownerNamed(name))
  const file = await owner.upload('Acuerdo.pdf', pdf)
  const fieldId = await owner.addField(file, guest)
  return { owner, guest, file, fieldId, link: await owner.invite(file, fieldId, guest) }
}

const notice = (page: Page) => page.getByRole('alert')

test('a file that is no PDF is refused with what to do, and the form stays as it was', async ({ page }) => {
  await register(page, ownerNamed('rechazos'))
  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await page.getByLabel('Descripción').fill('El contrato de enero')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

  await choose('foto.png', 'image/png', Buffer.from('no soy un PDF'))
  await expect(page.getByText('Solo se permiten archivos PDF').first()).toBeVisible()

  await choose('fingido.pdf', 'application/pdf', Buffer.from('tampoco soy un PDF'))
  await page.getByRole('button', { name: 'Subir Documento' }).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Sugerencia:' })
  await expect(panel).toContainText('Solo se permiten archivos PDF')
  await expect(page.getByText('fingido.pdf')).toBeVisible()
  await expect(page.getByLabel('Descripción')).toHaveValue('El contrato de enero')
})

test('an invented invitation is refused with what to do', async ({ page, trazo }) => {
  const { link } = await invited(trazo, 'inventada')
  const url = new URL(link)
  url.searchParams.set('token', 'A'.repeat(43))
  await page.goto(url.href)
  await expect(notice(page)).toContainText(
    'Esta invitación no es válida. Pide a quien te invitó que la envíe de nuevo.',
  )
})

test('an expired invitation is refused with what to do', async ({ page, trazo }) => {
  const { link, fieldId } = await invited(trazo, 'vencida')
  const database = new DatabaseSync(join(trazo.dataDir, 'trazo.sqlite'), { timeout: 5000 })
  database.prepare('update invitations set expires_at = 1 where field_id = ?').run(fieldId)
  database.close()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'La invitación venció' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pedir un enlace nuevo' })).toBeEnabled()
})

test('an invitation does not open the field of another document', async ({ page, trazo }) => {
  const mine = await invited(trazo, 'propia')
  const other = await mine.owner.upload('Otro.pdf', pdf)
  const url = new URL(mine.link)
  url.pathname = url.pathname.replace(String(mine.file.id), String(other.id))
  await page.goto(url.href)
  await expect(notice(page)).toContainText('Ese campo no pertenece a este documento.')
})

test('a field is signed once: a second page that was open keeps the drawing and says why', async ({
  browser,
  trazo,
}) => {
  const { link, guest } = await invited(trazo, 'doble')
  const open = async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(link)
    await fieldOf(page.locator('main'), guest).dblclick()
    await drawSignature(page)
    return page
  }
  const [first, second] = [await open(), await open()]
  await first.getByRole('button', { name: 'Firmar documento' }).click()
  await expect(first.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })).toBeVisible()

  await second.getByRole('button', { name: 'Firmar documento' }).click()
  await expect(second.getByRole('alert')).toContainText('Este campo ya está firmado.')
  await expect(second.getByRole('button', { name: 'Reintentar firma' })).toBeEnabled()

  const third = await (await browser.newContext()).newPage()
  await third.goto(link)
  await expect(third.getByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
})

test('a signing address without its parts says which form it has', async ({ page }) => {
  await page.goto('/document')
  await expect(page.getByText('URL de Documento Inválida')).toBeVisible()
  await expect(page.getByText('La URL no contiene todos los parámetros necesarios.')).toBeVisible()
})

test('an unknown address has a way back', async ({ page }) => {
  await page.goto('/no-existe')
  await expect(page.getByText('Página no encontrada')).toBeVisible()
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(page).toHaveURL('/')
})
