import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { drawSignature, fieldOf, type Guest, ownerNamed } from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
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

test('an invented, misplaced or expired invitation is refused with instructions', async ({ page, trazo }) => {
  const { owner, file, fieldId, link } = await invited(trazo, 'rechazos')
  await test.step('an invented token is refused with the advice to request the invitation again', async () => {
    const url = new URL(link)
    url.searchParams.set('token', 'A'.repeat(43))
    await page.goto(url.href)
    await expect(notice(page)).toContainText(
      'Esta invitación no es válida. Pide a quien te invitó que la envíe de nuevo.',
    )
  })
  await test.step('a token with the address of another document is refused', async () => {
    const other = await owner.upload('Otro.pdf', pdf)
    const url = new URL(link)
    url.pathname = url.pathname.replace(String(file.id), String(other.id))
    await page.goto(url.href)
    await expect(notice(page)).toContainText('Ese campo no pertenece a este documento.')
  })
  await test.step('an expired invitation offers to request a new link', async () => {
    const database = new DatabaseSync(join(trazo.dataDir, 'trazo.sqlite'), { timeout: 5000 })
    database.prepare('update invitations set expires_at = 1 where field_id = ?').run(fieldId)
    database.close()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'La invitación venció' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pedir un enlace nuevo' })).toBeEnabled()
  })
  await test.step('an incomplete signing address shows that required parts are missing', async () => {
    await page.goto('/document')
    await expect(page.getByText('URL de Documento Inválida')).toBeVisible()
    await expect(page.getByText('La URL no contiene todos los parámetros necesarios.')).toBeVisible()
  })
})

test('an open page cannot sign a field twice, and says that the guest has signed', async ({ page, trazo }) => {
  const { link, guest } = await invited(trazo, 'doble')
  await page.goto(link)
  await fieldOf(page.locator('main'), guest).dblclick()
  await drawSignature(page)
  await signByLink(trazo, link)

  await page.getByRole('button', { name: 'Firmar documento' }).click()
  await expect(page.getByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar firma' })).toBeHidden()

  const later = await page.context().newPage()
  await later.goto(link)
  await expect(later.getByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
})
