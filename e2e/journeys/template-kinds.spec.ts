import type { Locator, Page } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { openMailedLink, PHONE } from '../harness/participants.ts'
import { ownerNamed } from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

/** With an approver, who is a person of the document. */
const saveFromDocument = async (page: Page, editor: Locator): Promise<void> => {
  await editor.getByRole('button', { name: 'Agregar a alguien que no firma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar a alguien que no firma' })
  await dialog.getByRole('radio', { name: /^Visto bueno/ }).check()
  await dialog.getByLabel('Nombre').fill('Vera Bueno')
  await dialog.getByLabel('Email').fill('vera@tipos.example')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await editor.getByRole('button', { name: 'Guardar como plantilla' }).click()
  const saving = page.getByRole('dialog', { name: 'Guardar como plantilla' })
  await saving.getByLabel('Rol 1').fill('Cliente')
  await expect(saving.getByText('Ahora aprueba Vera Bueno')).toBeVisible()
  await saving.getByLabel('Rol 2').fill('Gerente')
  await saving.getByLabel('Nombre de la plantilla').fill('Pagaré')
  await expectAccessible(page)
  await saving.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(saving).toBeHidden()
}

/** In the working copy, where a role has a name alone. */
const addReader = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Editar campos de Pagaré' }).click()
  const editor = page.getByRole('dialog', { name: 'Plantilla: Pagaré' })
  const roles = editor.getByRole('region', { name: 'Sin firma' })
  await expect(roles.getByRole('listitem')).toHaveText([/^Gerente.*Visto bueno/])
  await editor.getByRole('button', { name: 'Agregar rol que no firma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar rol que no firma' })
  await expect(dialog.getByLabel('Email')).toHaveCount(0)
  await dialog.getByRole('radio', { name: /^Lectura/ }).check()
  await dialog.getByLabel('Nombre del rol').fill('gerente')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('La plantilla ya tiene un rol con ese nombre.')
  await dialog.getByLabel('Nombre del rol').fill('Archivo')
  await dialog.getByLabel('Nota (opcional)').fill('Para el archivo.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(roles.getByRole('listitem')).toHaveCount(2)
  await expect(editor.getByText('Cambios sin guardar', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Guardar en la plantilla' }).click()
  await expect(editor).toBeHidden()
}

const TITLES =
  'Nombre de Cliente;Email de Cliente;Nombre de Gerente;Email de Gerente;Nombre de Archivo;Email de Archivo'

const sendRows = async (page: Page, rows: (gerente: string) => readonly string[], owner: string): Promise<void> => {
  await page.getByRole('button', { name: 'Enviar a muchos Pagaré' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar a muchos', exact: true })
  const paste = dialog.getByLabel('O pega las filas de tu hoja de cálculo, con sus títulos')
  await paste.fill([TITLES, ...rows(owner)].join('\n'))
  await dialog.getByRole('button', { name: 'Leer filas' }).click()
  await expect(dialog.getByLabel('Columna de email de Archivo')).toHaveValue('5')
  await expect(dialog.getByRole('group', { name: 'Gerente (da su visto bueno)' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Revisar filas' }).click()
  await expect(dialog.getByText(/^Fila 2, «Email de Gerente»: Ese es el email de quien envía/)).toBeVisible()
  await expectAccessible(page)
  for (let step = 0; step < 2; step++) await dialog.getByRole('button', { name: 'Atrás' }).click()
  await paste.fill([TITLES, ...rows('gema@tipos.example')].join('\n'))
  await dialog.getByRole('button', { name: 'Leer filas' }).click()
  await dialog.getByRole('button', { name: 'Revisar filas' }).click()
  await expect(dialog.getByText('2 filas listas.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByRole('button', { name: 'Enviar 2 documentos' }).click()
  const jobs = page.getByRole('region', { name: 'Envíos a muchos' })
  await expect(jobs.getByText('Terminado')).toBeVisible({ timeout: scaled(20_000) })
}

test('a template with an approver and a reader makes two documents by a sheet; all answer, and the file is signed', async ({
  page,
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'tipos')
  const owner = ownerNamed('tipos')
  await contract.api.addField(contract.file, { name: 'Ana Mora', email: 'ana@tipos.example' })
  await saveFromDocument(page, await contract.open(page))
  await page.goto('/dashboard?tab=plantillas')
  await addReader(page)
  const card = page.getByRole('list', { name: 'Plantillas' }).getByRole('listitem')
  await expect(card).toContainText('Versión 2')
  await expect(card).toContainText('Firman: Cliente«Gerente» da su visto bueno y «Archivo» confirma que lo leyó')
  await expectAccessible(page)

  const rows = (gerente: string) =>
    ['uno', 'dos'].map((at) => `Ana ${at};${at}@tipos.example;Gema Gil;${gerente};Leo Lara;leo-${at}@tipos.example`)
  await sendRows(page, rows, owner.email)
  const made = (name: RegExp) =>
    contract.api.list().then((files) => files.find((file) => name.test(file.original_filename)))

  await page.goto('/dashboard')
  const listed = page.getByRole('listitem').filter({ hasText: 'Pagaré · Ana uno' }).first()
  await expect(listed).toContainText('Gema Gil')
  await expect(listed).toContainText('Leo Lara')
  await expectAccessible(page)

  const gema = await openMailedLink(
    browser,
    linkIn(await mailTo(trazo.dataDir, 'gema@tipos.example', /visto bueno.*Ana uno/)),
  )
  await gema.getByRole('button', { name: 'Dar mi visto bueno' }).click()
  await gema.getByRole('dialog').getByRole('button', { name: 'Dar mi visto bueno' }).click()
  await expect(gema.getByText(/^Diste tu visto bueno el/)).toBeVisible()
  await signByLink(trazo, linkIn(await mailTo(trazo.dataDir, 'uno@tipos.example', /firma/i)))
  const leo = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, 'leo-uno@tipos.example', /leas/)), PHONE)
  await expect(leo.getByText('Para el archivo.')).toBeVisible()
  await expectAccessible(leo)
  await leo.getByRole('button', { name: 'Confirmar que lo leí' }).tap()
  await expect(leo.getByText(/^Confirmaste que lo leíste el/)).toBeVisible()

  await expect.poll(async () => (await made(/Ana uno/))?.status).toBe('COMPLETED')
  expect((await made(/Ana dos/))?.status).toBe('PROCESSING')
  const signed = await made(/Ana uno/)
  if (signed && hasTool('pdfsig'))
    expect(pdfsig(await contract.api.download(signed)).map(({ validation }) => validation)).toEqual([
      'Signature is Valid.',
    ])
})
