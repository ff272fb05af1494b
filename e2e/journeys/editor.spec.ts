import type { Locator } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible, expectAccessibleMail } from '../harness/axe.ts'
import { dismissNotifications, newContract, test } from '../harness/desk.ts'
import {
  aContract,
  drag,
  handleOf,
  holdAndMove,
  partOf,
  placeFor,
  tabOf,
  tabTo,
  waitForSave,
} from '../harness/editor.ts'
import { signatureOfElena, write } from '../harness/handwriting.ts'
import { inkOn } from '../harness/ink.ts'
import { linkIn, mailTo, readOutbox } from '../harness/outbox.ts'
import type { Guest } from '../harness/people.ts'
import { card, downloaded, ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { hasTool } from '../harness/signature-checks.ts'
import { toastsOf } from '../harness/toasts.ts'
import { expect, test as ownPage } from '../harness/trazo.ts'
import { contract as rental } from '../harness/upload-form.ts'
import { boxOf, middleOf, sheetOf } from '../harness/viewer.ts'

const OWNER = 'Mariela Solís'
const guestsOf = (journey: string): readonly [Guest, Guest] => [
  { name: 'Ana Mora', email: `ana@${journey}.example` },
  { name: 'Luis Araya', email: `luis@${journey}.example` },
]
/** Layout uses fractions of a pixel. */
const sizeOf = async (locator: Locator) => {
  const { width, height } = await boxOf(locator)
  return [Math.round(width), Math.round(height)]
}
const PIXEL = 1

test('by mouse, the owner places, aligns, resizes, undoes, repeats and saves fields, and a reload keeps the fields', async ({
  page,
  desk,
  trazo,
}) => {
  const [ana] = guestsOf('raton')
  const contract = await newContract(trazo, desk, 'raton')
  const editor = await contract.open(page)
  await placeFor(editor, ana)
  const sheet = await boxOf(sheetOf(editor))
  const field = tabOf(editor, ana.name)
  expect(await sizeOf(field)).toEqual([200, 50])
  expect((await boxOf(field)).x - sheet.x).toBeCloseTo(100, 0)

  const centre = sheet.x + sheet.width / 2
  const off = centre - (await middleOf(field)).x
  const held = await holdAndMove(page, field, { x: off + 4, y: 60 })
  await expect(editor.locator('[data-guide="x"]')).toHaveCount(1)
  await held.letGo()
  await expect(editor.locator('[data-guide]')).toHaveCount(0)
  expect(Math.abs((await middleOf(field)).x - centre)).toBeLessThan(PIXEL)
  // Alt disables snapping.
  await page.keyboard.down('Alt')
  await drag(page, field, { x: 4, y: 0 })
  await page.keyboard.up('Alt')
  expect((await middleOf(field)).x - centre).toBeCloseTo(4, 0)

  await drag(page, handleOf(editor, 'se'), { x: 40, y: 30 })
  expect(await sizeOf(field)).toEqual([240, 80])
  await drag(page, handleOf(editor, 'se'), { x: -900, y: -900 })
  expect(await sizeOf(field)).toEqual([50, 30])
  await editor.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => sizeOf(field)).toEqual([240, 80])
  await page.keyboard.press('Control+z')
  await expect.poll(() => sizeOf(field)).toEqual([200, 50])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => sizeOf(field)).toEqual([240, 80])

  await field.click()
  await editor.getByRole('button', { name: 'Repetir en páginas…', exact: true }).click()
  await editor.getByLabel('Un rango de páginas').check()
  await editor.getByLabel('Hasta la página').fill('2')
  await editor.getByRole('button', { name: 'Repetir campo' }).click()
  await expect(page.getByText('Campo repetido en 1 página.')).toBeVisible()
  await editor.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(tabOf(editor, ana.name)).toBeVisible()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  expect(await sizeOf(tabOf(editor, OWNER))).toEqual([200, 60])
  await drag(page, tabOf(editor, OWNER), { x: 3000, y: 3000 })
  const [own, copy] = [await partOf(editor, OWNER), await partOf(editor, ana.name)]
  expect(own.x + own.width).toBeCloseTo(1, 3)
  expect(own.y + own.height).toBeCloseTo(1, 3)

  await waitForSave(editor)
  await page.reload()
  await expect(editor.getByText('Página 1 de 3')).toBeVisible()
  const first = await partOf(editor, ana.name)
  await editor.getByRole('button', { name: 'Página siguiente' }).click()
  for (const [name, before] of [
    [OWNER, own],
    [ana.name, copy],
    [ana.name, first],
  ] as const) {
    const after = await partOf(editor, name)
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(after[side]).toBeCloseTo(before[side], 3)
  }
  // Reading first; the wish to move a field begins the edit mode.
  await tabOf(editor, OWNER).scrollIntoViewIfNeeded()
  await drag(page, tabOf(editor, OWNER), { x: -80, y: -80 })
  expect((await partOf(editor, OWNER)).x).toBeCloseTo(own.x, 3)
  await expect(editor.getByRole('button', { name: 'Cancelar', exact: true })).toBeVisible()
  await drag(page, tabOf(editor, OWNER), { x: -80, y: -80 })
  const there = await partOf(editor, OWNER)
  expect(there.x).toBeLessThan(own.x - 0.05)
  await waitForSave(editor)
  const placeOfOwner = async () =>
    (await contract.fields()).find(({ signer_name }) => signer_name === OWNER)?.x_relative ?? 0
  expect(await placeOfOwner()).toBeCloseTo(there.x, 3)
  expect((await contract.fields()).map(({ page: number }) => number).sort()).toEqual([1, 2, 2])

  await editor.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await expect(page.getByText('Campo de firma cancelado')).toBeVisible()
  await expect.poll(placeOfOwner).toBeCloseTo(own.x, 3)
  await editor.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(placeOfOwner).toBeCloseTo(there.x, 3)
})

const CLICKS_MAX = 9

ownPage('from the login to two invitations, an owner needs few clicks', async ({ page, trazo }) => {
  const owner = ownerNamed('clics')
  await ownerApi(trazo, owner)
  await page.setViewportSize({ width: 1440, height: 900 })
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await page.goto('/login')
  await page.getByLabel('Nombre de usuario').fill(owner.username)
  await page.getByLabel('Contraseña', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')

  await click(page.getByRole('tab', { name: 'Subir Documento' }))
  const chooser = page.waitForEvent('filechooser')
  await click(page.locator('label', { hasText: 'Arrastra un PDF aquí' }))
  await (await chooser).setFiles({ name: 'Alquiler.pdf', mimeType: 'application/pdf', buffer: rental })
  await click(page.getByRole('button', { name: 'Subir Documento' }))

  const editor = page.getByRole('dialog', { name: 'Documento: Alquiler.pdf' })
  await expect(editor.locator('canvas')).toBeVisible()
  for (const [index, guest] of guestsOf('clics').entries()) {
    await click(editor.getByRole('button', { name: 'Agregar firmante' }))
    await page.keyboard.type(guest.name)
    await page.keyboard.press('Enter')
    await expect(editor.getByLabel('Email del firmante')).toBeFocused()
    await page.keyboard.type(guest.email)
    await page.keyboard.press('Enter')
    await expect(editor.getByText(`Elige en la página dónde firma ${guest.name}.`)).toBeVisible()
    const sheet = await boxOf(sheetOf(editor))
    clicks += 1
    await page.mouse.click(sheet.x + 300, sheet.y + 250 + 100 * index)
    await expect(editor.getByText(/^Elige en la página/)).toHaveCount(0)
    expect((await middleOf(tabOf(editor, guest.name))).y - sheet.y).toBeCloseTo(250 + 100 * index, 0)
  }
  await click(editor.getByRole('button', { name: 'Invitar a Trazo' }))
  await click(page.getByRole('button', { name: 'Enviar 2 invitaciones' }))
  await expect(page.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
})

ownPage('a new field is placed where the owner clicks, also beneath a notification', async ({ page, trazo }) => {
  const guest = { name: 'Ana Mora', email: 'ana@debajo.example' }
  const editor = await (await aContract(trazo, 'debajo')).open(page)
  await editor.getByRole('button', { name: 'Firma de Terceros', exact: true }).click()
  await editor.getByLabel('Nombre del firmante').fill(guest.name)
  await editor.getByLabel('Email del firmante').fill(guest.email)
  await editor.getByRole('button', { name: 'Agregar campo' }).click()
  const told = toastsOf(page).filter({ hasText: 'Campo de firma agregado' })
  await expect(told).toBeVisible()
  const { x, y } = await middleOf(told)
  await page.mouse.move(x - 9, y - 9)
  await page.mouse.click(x, y)
  await expect(editor.getByText(/^Elige en la página/)).toHaveCount(0)
  const place = await boxOf(tabOf(editor, guest.name))
  expect(place.x).toBeLessThan(x)
  expect(place.x + place.width).toBeGreaterThan(x)
  expect(place.y).toBeLessThan(y)
  expect(place.y + place.height).toBeGreaterThan(y)
})

test('by keyboard alone, the owner opens a document from the list and saves three fields on two pages', async ({
  page,
  desk,
  trazo,
}) => {
  const [ana] = guestsOf('teclado')
  const contract = await newContract(trazo, desk, 'teclado')
  const opened = await contract.open(page)
  await opened.getByRole('button', { name: 'Cerrar' }).click()
  await page.reload()
  await expect(card(page, contract.filename)).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: contract.filename, exact: true }))
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: `Documento: ${contract.filename}` })
  await expect(editor.locator('canvas')).toBeVisible()
  await tabTo(page, editor.getByRole('button', { name: 'Firma de Terceros' }))
  await page.keyboard.press('Enter')
  await expect(editor.getByLabel('Nombre del firmante')).toBeVisible()
  await tabTo(page, editor.getByLabel('Nombre del firmante'))
  await page.keyboard.type(ana.name)
  await tabTo(page, editor.getByLabel('Email del firmante'))
  await page.keyboard.type(ana.email)
  await page.keyboard.press('Enter')

  const field = tabOf(editor, ana.name)
  await expect(field).toBeFocused()
  const start = await boxOf(field)
  const said = editor.locator('div[role="status"]', { hasText: 'Campo de' })
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('ArrowDown')
  await expect(said).toHaveText(/^Campo de Ana Mora: 17 % desde la izquierda, 17 % desde arriba/)
  expect((await boxOf(field)).y - start.y).toBeCloseTo(40, 0)
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said).toHaveText(/^Campo de Ana Mora: 34 % de ancho, 6 % de alto/)
  await page.keyboard.press('Alt+ArrowRight')
  expect((await boxOf(field)).x - start.x).toBeCloseTo(1, 0)
  await page.keyboard.press('Delete')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(field).toBeVisible()

  await tabTo(page, editor.getByRole('button', { name: 'Repetir en páginas…', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, editor.getByLabel('Todas las páginas'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, editor.getByLabel('Hasta la página'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Campo repetido en 1 página.')).toBeVisible()
  await tabTo(page, editor.getByRole('button', { name: 'Firma de Usuario' }))
  await page.keyboard.press('Space')
  await expect(tabOf(editor, OWNER)).toBeFocused()
  await expect(tabOf(editor, OWNER)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(tabOf(editor, OWNER)).toHaveAttribute('aria-pressed', 'false')

  await waitForSave(editor)
  expect((await contract.fields()).map(({ page: number }) => number).sort()).toEqual([1, 1, 2])
})

ownPage('closing, Back and leaving the page ask while something is unsaved', async ({ page, trazo }) => {
  const [ana] = guestsOf('guardia')
  const contract = await aContract(trazo, 'guardia')
  const editor = await contract.open(page)
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  const stay = () => question.getByRole('button', { name: 'Seguir editando' }).click()
  const goBack = () => page.evaluate(() => window.history.back())
  const creation = '**/home/api/signature-fields/'
  await page.route(creation, (route) => route.abort('connectionreset'))
  await placeFor(editor, ana)

  await editor.getByRole('button', { name: 'Cerrar' }).click()
  await stay()
  await goBack()
  await expect(question).toBeVisible()
  expect(new URL(page.url()).searchParams.get('documento')).toBe(String(contract.file.id))
  await stay()
  await expect(tabOf(editor, ana.name)).toBeVisible()
  await goBack()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(editor).toHaveCount(0)
  await expect(card(page, contract.filename)).toBeVisible()
  expect(new URL(page.url()).searchParams.has('documento')).toBe(false)

  await card(page, contract.filename).getByRole('button', { name: contract.filename, exact: true }).click()
  await placeFor(editor, ana)
  await editor.getByRole('button', { name: 'Cerrar' }).click()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(editor).toHaveCount(0)
  await card(page, contract.filename).getByRole('button', { name: contract.filename, exact: true }).click()
  await placeFor(editor, ana)
  await expect(editor.getByText('No se guardó')).toBeVisible()
  await page.unroute(creation)
  await editor.getByRole('button', { name: 'Cerrar' }).click()
  await question.getByRole('button', { name: 'Guardar y salir' }).click()
  await expect(editor).toHaveCount(0)
  expect((await contract.fields()).map(({ signer_name }) => signer_name)).toEqual([ana.name])
  await card(page, contract.filename).getByRole('button', { name: contract.filename, exact: true }).click()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await waitForSave(editor)
  await goBack()
  await expect(editor).toHaveCount(0)

  await page.route(creation, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: contract.filename, exact: true }).click()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const browserQuestion = await asked
  expect(browserQuestion.type()).toBe('beforeunload')
  await browserQuestion.accept()
})

test('the editor deletes a field that the server lost, a temporary field and a saved field', async ({
  page,
  desk,
  trazo,
}) => {
  const [ana] = guestsOf('borrar')
  const contract = await newContract(trazo, desk, 'borrar')
  await contract.api.addField(contract.file, ana)
  const kept = await contract.api.addField(contract.file, { ...ana, name: 'Eva' }, { page: 2 })
  const editor = await contract.open(page)
  await expect(tabOf(editor, ana.name)).toBeVisible()
  const [lost] = await contract.fields()
  await contract.deleteField(lost?.id ?? 0)
  await tabOf(editor, ana.name).click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Campo eliminado (no existía en el servidor)')).toBeVisible()
  await expect(tabOf(editor, ana.name)).toHaveCount(0)

  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await editor.getByRole('button', { name: `Eliminar campo de ${OWNER}` }).click()
  await expect(page.getByText('Campo temporal eliminado')).toBeVisible()
  await editor.getByRole('button', { name: 'Eliminar el campo de Eva en la página 2' }).click()
  await expect(page.getByText('Campo de firma eliminado')).toBeVisible()
  expect((await contract.fields()).some(({ id }) => id === kept)).toBe(false)
})

test('a save that fails halfway keeps every field and names the unsaved signers', async ({ page, desk, trazo }) => {
  const [ana, luis] = guestsOf('a-medias')
  const contract = await newContract(trazo, desk, 'a-medias')
  const editor = await contract.open(page)
  await placeFor(editor, ana)
  await placeFor(editor, luis)
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await page.route('**/home/api/signature-fields/', async (route) => {
    const isLuis = route.request().method() === 'POST' && route.request().postData()?.includes(luis.email)
    if (isLuis) await route.abort('connectionreset')
    else await route.continue()
  })
  await editor.getByRole('button', { name: /^Guardar posiciones/ }).click()
  await expect(page.getByText(/^Error al guardar las posiciones de los campos.+sin guardar: Luis Araya/)).toBeVisible()
  await expect(tabOf(editor, ana.name)).toHaveAccessibleName(/por firmar$/)
  await expect(tabOf(editor, luis.name)).toHaveAccessibleName(/sin guardar$/)
  await page.unroute('**/home/api/signature-fields/')
  await editor.getByRole('button', { name: /^Guardar posiciones/ }).click()
  await waitForSave(editor)
  expect((await contract.fields()).map(({ signer_name }) => signer_name).sort()).toEqual([ana.name, luis.name, OWNER])
})

const PERSONAL = 'Hola:\nrevisen https://evil.example/x'
const QUOTED = `Mensaje personal de ${OWNER}:\n> Hola:\n> revisen https[:]//evil[.]example/x`

test('the owner invites with a message, corrects an address and revokes, and only the link of a valid invitation works', async ({
  page,
  desk,
  trazo,
}) => {
  const [ana, luis] = guestsOf('invitar')
  const contract = await newContract(trazo, desk, 'invitar')
  await contract.api.addField(contract.file, ana)
  await contract.api.addField(contract.file, luis, { page: 2 })
  const editor = await contract.open(page)
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  const rowOf = ({ name }: Guest) => dialog.getByRole('listitem').filter({ hasText: name })
  const linksTo = async ({ email }: Guest) =>
    (await readOutbox(trazo.dataDir)).filter((mail) => mail.to?.some(({ address }) => address === email)).map(linkIn)
  const statusOf = async (link: string) => {
    const token = new URL(link).searchParams.get('token')
    return (await fetch(`${trazo.url}/home/api/validate-invitation-token?token=${token}`)).status
  }

  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  await expect(dialog.getByText('Archivo a Trazo')).toBeVisible()
  await expect(rowOf(luis)).toContainText(`${luis.email} · un campo en la página 2`)
  await dialog.getByLabel('Mensaje personal (opcional)').fill(PERSONAL)
  await dialog.getByRole('button', { name: 'Vista previa del correo' }).click()
  const preview = page.getByRole('dialog', { name: 'Vista previa del correo' })
  await preview.getByLabel('Lo recibe').selectOption({ label: `${luis.name} (${luis.email})` })
  const shown = preview.frameLocator('iframe')
  await expect(shown.getByRole('heading', { name: `${luis.name}, tienes un documento por firmar` })).toBeVisible()
  await expect(shown.locator('blockquote')).toHaveText('Hola:revisen https[:]//evil[.]example/x', {
    useInnerText: false,
  })
  await expect(shown.locator('[href]')).toHaveCount(0)
  await expectAccessible(page, 1)
  const source = (await preview.locator('iframe').getAttribute('src')) ?? ''
  await expectAccessibleMail(page, decodeURIComponent(source.slice(source.indexOf(',') + 1)))
  await preview.getByRole('tab', { name: 'Solo texto' }).click()
  await expect(preview.getByText(QUOTED)).toBeVisible()
  await preview.getByRole('button', { name: 'Volver' }).click()
  await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
  await expect(dialog.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  await expect(rowOf(ana)).toContainText('Enviada')
  await expect(rowOf(luis)).toContainText('vence')
  for (const { email } of [ana, luis]) expect((await mailTo(trazo.dataDir, email, /firma/i)).text).toContain(QUOTED)
  const [first = ''] = await linksTo(ana)
  expect(await statusOf(first)).toBe(200)

  const chooseFor = async ({ name }: Guest, action: string) => {
    await rowOf({ name, email: '' })
      .getByRole('button', { name: `Acciones de ${name}` })
      .click()
    await rowOf({ name, email: '' }).getByRole('button', { name: action }).click()
  }
  const anaAgain = { ...ana, email: `bien.${ana.email}` }
  await chooseFor(ana, 'Corregir dirección')
  const correction = page.getByRole('dialog', { name: `Corregir la dirección de ${ana.name}` })
  await correction.getByRole('button', { name: 'Corregir y enviar' }).click()
  await expect(correction.getByText('Escribe una dirección distinta de la que ya tiene.')).toBeVisible()
  await correction.getByLabel('Email correcto').fill(anaAgain.email)
  await expectAccessible(page)
  await correction.getByRole('button', { name: 'Corregir y enviar' }).click()
  await expect(rowOf(ana)).toContainText(anaAgain.email)
  await expect.poll(async () => (await linksTo(anaAgain)).length).toBe(1)
  const [second = ''] = await linksTo(anaAgain)
  expect(await statusOf(first)).toBe(410)
  expect(await statusOf(second)).toBe(200)

  await chooseFor(ana, 'Revocar')
  await page.getByRole('button', { name: 'Revocar invitación' }).click()
  await expect(rowOf(ana)).toContainText('Revocada')
  expect(await statusOf(second)).toBe(410)
  await expect(rowOf(luis)).toContainText('Enviada')
  expect((await contract.invitations()).map(({ state }) => state)).toEqual(['revoked', 'standing'])

  await dialog.getByRole('button', { name: 'Listo' }).click()
  await editor.getByRole('button', { name: 'Eliminar el campo de Luis Araya en la página 2' }).click()
  await page.getByRole('button', { name: 'Eliminar campo', exact: true }).click()
  await expect(page.getByText('Campo de firma eliminado')).toBeVisible()
  expect(await statusOf((await linksTo(luis))[0] ?? '')).toBe(410)
})

test('the signature lies inside the field on a rotated, cropped page, and the signed document is frozen', async ({
  page,
  desk,
  trazo,
}) => {
  const cropBox = [40.5, 90, 520.25, 700] as const
  const contract = await newContract(trazo, desk, 'tinta', [{ text: '' }, { text: '', rotate: 90, cropBox }])
  const editor = await contract.open(page)
  await editor.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(editor.getByText('Página 2 de 2')).toBeVisible()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await drag(page, tabOf(editor, OWNER), { x: 130, y: -120 })
  await drag(page, handleOf(editor, 'sw'), { x: -30, y: 25 })
  const seen = await partOf(editor, OWNER)
  await waitForSave(editor)

  await tabOf(editor, OWNER).dblclick()
  await write(page, page.locator('dialog:modal canvas'), signatureOfElena)
  await page.getByRole('button', { name: 'Firmar documento' }).click()
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await expect(page.getByText('Documento firmado digitalmente con éxito')).toBeVisible()

  const frozen = 'El documento ya tiene firmas: no se pueden agregar ni eliminar campos sin invalidarlas.'
  for (const name of ['Editar', 'Firma de Usuario', 'Firma de Terceros']) {
    await expect(editor.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
    await expect(editor.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(frozen)
  }
  await expect(editor.getByRole('button', { name: /^Eliminar/ })).toHaveCount(0)

  const signed = await downloaded(page, editor.getByRole('button', { name: 'Descargar', exact: true }))
  if (!hasTool('pdftoppm')) {
    test.info().annotations.push({ type: 'check skipped', description: 'pdftoppm is not installed' })
    return
  }
  const ink = inkOn(signed, 2)
  const slack = 0.004
  expect(ink.x).toBeGreaterThanOrEqual(seen.x - slack)
  expect(ink.y).toBeGreaterThanOrEqual(seen.y - slack)
  expect(ink.x + ink.width).toBeLessThanOrEqual(seen.x + seen.width + slack)
  expect(ink.y + ink.height).toBeLessThanOrEqual(seen.y + seen.height + slack)
  expect(ink.width).toBeGreaterThan(seen.width / 3)
})

test.describe('accessibility of the editor (axe)', () => {
  const windows = [
    { title: 'a large window', viewport: { width: 1280, height: 860 } },
    { title: 'a phone', viewport: { width: 390, height: 844 } },
  ]
  for (const { title, viewport } of sampleOf(windows, 1)) {
    test(`axe finds no violations in any state of the editor in ${title}`, async ({ page, desk, trazo }) => {
      test.slow()
      const journey = `axe-${viewport.width}`
      const [ana, luis] = guestsOf(journey)
      const contract = await newContract(trazo, desk, journey)
      await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
      await contract.api.addField(contract.file, luis, { page: 2 })
      await page.setViewportSize(viewport)
      const editor = await contract.open(page)
      const small = viewport.width <= 1024
      const shut = () => page.keyboard.press('Escape')
      await expectAccessible(page)

      await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
      await expect(tabOf(editor, OWNER)).toBeFocused()
      await expect(tabOf(editor, OWNER)).toHaveAccessibleName(/por firmar$/)
      await expectAccessible(page)
      if (small) await editor.getByRole('button', { name: 'Firmantes (3)' }).click()
      await expectAccessible(page)
      await editor.getByRole('tab', { name: /^Campos/ }).click()
      await expect(editor.getByLabel('Izquierda (%)')).toBeVisible()
      // Toasts leave a new panel 120 ms later.
      await dismissNotifications(page)
      await expectAccessible(page)
      await editor.getByRole('tab', { name: /^Firmantes del Documento/ }).click()
      await editor.getByRole('button', { name: 'Agregar firmante' }).click()
      await editor.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(editor.getByText('Por favor ingresa el email del firmante')).toBeVisible()
      await expectAccessible(page)
      await editor.getByLabel('Nombre del firmante').fill('Eva Ríos')
      await editor.getByLabel('Email del firmante').fill(`eva@${journey}.example`)
      await expect(editor.getByLabel('Nombre del firmante')).toHaveValue('Eva Ríos')
      await expect(editor.getByLabel('Email del firmante')).toHaveValue(`eva@${journey}.example`)
      await editor.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(editor.getByText('Elige en la página dónde firma Eva Ríos.')).toBeVisible()
      await expectAccessible(page)
      await editor.getByRole('button', { name: 'Colocar después' }).click()
      await editor.getByRole('button', { name: 'Cerrar' }).click()
      await expect(page.getByText(/^Si sales ahora/)).toBeVisible()
      await expectAccessible(page)
      await shut()

      for (const name of ['Firma de Terceros', 'Repetir en páginas…', 'Instrucciones']) {
        await editor.getByRole('button', { name, exact: true }).click()
        await expect(page.getByRole('dialog', { name })).toBeVisible()
        await expectAccessible(page)
        await shut()
      }
      await waitForSave(editor)
      await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
      await expect(page.getByText('Sin invitar')).toHaveCount(2)
      await expectAccessible(page)
    })
  }
})
