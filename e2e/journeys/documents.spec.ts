import type { Locator, Page } from 'playwright/test'
import { fileEventsCall, href } from 'shared/contract'
import { privacyCall } from 'shared/contract/accounts'
import { scaled } from 'shared/testing/limits'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { makePdf } from '../harness/make-pdf.ts'
import {
  card,
  downloaded,
  enter,
  type Guest,
  leaveEditor,
  type Owner,
  openDocumentMenu,
  ownerNamed,
} from '../harness/people.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'
import { boxOf } from '../harness/viewer.ts'

const pdf = (text: string) => makePdf([{ text }])
const MANY = 60
const PAGE = 24
const OLDEST = 'Señal de arrendamiento.pdf'
/** `mf-documents/src/events/constants.ts` */
const POLL_MS = 15_000

const titles = (page: Page): Locator => page.getByRole('list', { name: 'Mis Documentos' }).getByRole('heading')
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Buscar' })
const said = (page: Page): Locator => page.getByRole('tabpanel').getByRole('status')

const openDashboard = async (page: Page, trazo: Trazo, owner: Owner, prepare: (api: OwnerApi) => Promise<unknown>) => {
  const api = await ownerApi(trazo, owner)
  await prepare(api)
  await enter(page, owner)
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
  return api
}

const uploadMany = async (api: OwnerApi): Promise<void> => {
  await api.upload(OLDEST, pdf('0'))
  for (let number = 1; number < MANY; number += 1)
    await api.upload(`Documento ${String(number).padStart(2, '0')}.pdf`, pdf(String(number)))
}

test.describe('list of sixty documents', () => {
  test('the owner filters the list by words, status and order, and back and reload keep the filters', async ({
    page,
    trazo,
  }) => {
    const guest: Guest = { name: 'Ana Mora', email: 'ana@sesenta.example' }
    await openDashboard(page, trazo, ownerNamed('sesenta'), async (api) => {
      await uploadMany(api)
      const file = await api.upload('Contrato.pdf', pdf('contrato'))
      await api.invite(file, await api.addField(file, guest), guest)
    })
    await expect(titles(page)).toHaveCount(PAGE)
    await expect(titles(page).first()).toHaveText('Contrato.pdf')

    await search(page).pressSequentially('SENAL')
    await expect(titles(page)).toHaveText([OLDEST])
    await expect(said(page)).toHaveText('1 documento coincide')
    await expect(page).toHaveURL(/[?&]buscar=SENAL/)
    await page.reload()
    await expect(titles(page)).toHaveText([OLDEST])
    await expect(search(page)).toHaveValue('SENAL')
    await search(page).press('Escape')
    await expect(search(page)).toHaveValue('')
    await expect(titles(page)).toHaveCount(PAGE)

    await search(page).fill('ana mora')
    await expect(titles(page)).toHaveText(['Contrato.pdf'])
    await search(page).press('Escape')
    await page.getByLabel('Estado').selectOption('Procesando')
    await expect(titles(page)).toHaveText(['Contrato.pdf'])
    await page.getByLabel('Orden').selectOption('Antiguos')
    await page.getByLabel('Estado').selectOption('Todos')
    await expect(titles(page).first()).toHaveText(OLDEST)

    await page.goBack()
    await expect(titles(page)).toHaveText(['Contrato.pdf'])
    await expect(page.getByLabel('Estado')).toHaveValue('PROCESSING')
    await page.goBack()
    await expect(page.getByLabel('Orden')).toHaveValue('newest')

    await search(page).fill('esto no está')
    await expect(page.getByRole('heading', { name: 'Ningún documento coincide con lo que buscas' })).toBeVisible()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await expect(titles(page)).toHaveCount(PAGE)
    await expect(search(page)).toBeFocused()
  })

  test('the list loads more by button and by scrolling; an unlisted document opens by address; an unknown one fails', async ({
    page,
    trazo,
  }) => {
    const api = await openDashboard(page, trazo, ownerNamed('paginas'), uploadMany)
    await expect(titles(page)).toHaveCount(PAGE)
    const letPageCome = await holdRequests(page, /\/home\/api\/files\/\?.*cursor=/)
    const more = page.getByRole('button', { name: /Mostrar más documentos|Cargando más documentos/ })
    await more.focus()
    await page.keyboard.press('Enter')
    letPageCome()
    await expect(titles(page)).toHaveCount(2 * PAGE)
    await expect(titles(page).nth(PAGE).getByRole('button')).toBeFocused()
    await expect(said(page)).toHaveText(`Se agregaron ${PAGE} documentos; ahora se muestran ${2 * PAGE}`)

    await page.mouse.move(600, 500)
    await expect(async () => {
      await page.mouse.wheel(0, 4000)
      await expect(titles(page)).toHaveCount(MANY, { timeout: 1000 })
    }).toPass()
    await expect(more).toBeHidden()
    await expect(titles(page).last()).toHaveText(OLDEST)

    const id = (await api.list()).find(({ original_filename }) => original_filename === OLDEST)?.id
    await page.goto(`${href.dashboard()}?documento=${id}`)
    const editor = page.getByRole('dialog', { name: `Documento: ${OLDEST}` })
    await expect(editor).toBeVisible()
    await editor.getByRole('button', { name: 'Cerrar' }).click()
    await expect(titles(page)).toHaveCount(PAGE)
    await expect(card(page, OLDEST)).toHaveCount(0)

    await page.goto(`${href.dashboard()}?documento=${2 ** 40}`)
    await expect(page.getByRole('alert')).toContainText('No encontramos este documento')
    await page.getByRole('button', { name: 'Ver mis documentos' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page).not.toHaveURL(/documento=/)
  })
})

const LAPTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const isList = (url: string): boolean => /\/home\/api\/files\/\?/.test(url)

const rowsInView = (page: Page): Promise<number> =>
  page.locator('[data-document]').evaluateAll((rows, height) => {
    const boxes = rows.map((row) => row.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => top >= 0 && bottom <= height).length
  }, LAPTOP.height)

test.describe('groups and views of the list', () => {
  test.use({ viewport: LAPTOP })
  test('groups show counts; the list view shows 12 rows, survives a reload and works by keyboard', async ({
    page,
    trazo,
  }) => {
    const guest: Guest = { name: 'Ana Mora', email: 'ana@grupos.example' }
    const lists: string[] = []
    page.on('request', (request) => isList(request.url()) && lists.push(request.url()))
    await openDashboard(page, trazo, ownerNamed('grupos'), async (api) => {
      for (let number = 1; number <= 12; number += 1) await api.upload(`Borrador ${number}.pdf`, pdf(String(number)))
      const file = await api.upload('Contrato.pdf', pdf('contrato'))
      await api.invite(file, await api.addField(file, guest), guest)
    })
    const group = (name: string) => page.getByRole('group', { name: 'Grupos' }).getByRole('button', { name })
    await expect(group('Todos')).toHaveText('Todos13')
    await expect(group('Esperan a otros')).toHaveText('Esperan a otros1')
    await expect(group('Esperan tu firma')).toHaveText('Esperan tu firma0')
    await expect(search(page)).toBeVisible()
    expect(lists).toHaveLength(1)

    const saved = page.waitForResponse((response) => response.url().endsWith('/profile/detail/') && response.ok())
    await page.getByRole('button', { name: 'Ver como lista' }).click()
    await saved
    await expect(card(page, 'Contrato.pdf')).toContainText('Espera a Ana Mora')
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(12)
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Ver como lista' })).toHaveAttribute('aria-pressed', 'true')

    await expect(search(page)).toBeVisible()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('borrador 1')
    await expect(titles(page)).toHaveText(['Borrador 12.pdf', 'Borrador 11.pdf', 'Borrador 10.pdf', 'Borrador 1.pdf'])
    await titles(page).first().getByRole('button').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Documento: Borrador 11.pdf' })).toBeVisible()
    await leaveEditor(page, 'Borrador 11.pdf')

    await search(page).press('Escape')
    await group('Esperan a otros').click()
    await expect(titles(page)).toHaveText(['Contrato.pdf'])
    await group('Esperan tu firma').click()
    await expect(page.getByRole('heading', { name: 'Ningún documento espera tu firma' })).toBeVisible()

    await page.setViewportSize(PHONE)
    await group('Todos').click()
    for (const view of ['Ver como lista', 'Ver como tarjetas']) {
      await page.getByRole('button', { name: view }).click()
      await page.evaluate(() => scrollTo(0, 0))
      await expect(titles(page).first()).toBeInViewport({ ratio: 1 })
      await expect(card(page, 'Contrato.pdf').getByText('Procesando')).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'Mostrar filtros' }).click()
    await page.getByLabel('Orden').selectOption('Antiguos')
    await expect(titles(page).first()).toHaveText('Borrador 1.pdf')
  })
})

const LONG_NAME = `${'Contrato_de_arrendamiento_del_local_comercial_'.repeat(4)}(versión final).pdf`

const linesOf = (name: Locator): Promise<number> =>
  name.evaluate((element) => Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)))

test('both views show a long name in two lines, the size as text, and one menu that works by keyboard', async ({
  page,
  trazo,
}) => {
  await openDashboard(page, trazo, ownerNamed('nombre-largo'), (api) => api.upload(LONG_NAME, pdf('largo')))
  const menuButton = page.getByRole('button', { name: `Acciones de ${LONG_NAME}`, exact: true })
  const menu = page.getByRole('group', { name: `Acciones de ${LONG_NAME}`, exact: true })
  const question = page.getByRole('dialog', { name: '¿Estás seguro de que deseas eliminar este documento?' })
  for (const view of ['Ver como lista', 'Ver como tarjetas'])
    for (const viewport of [LAPTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: view }).click()
      const name = titles(page).getByTitle(LONG_NAME)
      await expect(name).toBeVisible()
      expect(await linesOf(name)).toBe(2)
      await expect(card(page, LONG_NAME).getByText(/\sMB$/)).toBeVisible()

      await titles(page).getByRole('button').focus()
      await page.keyboard.press('Tab')
      await expect(menuButton).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(menu.getByRole('button', { name: /^Descargar/ })).toBeFocused()
      for (const name of ['Seleccionar', 'Etiquetas…', /^Datos del documento/, 'Archivar', 'Eliminar']) {
        await page.keyboard.press('Tab')
        await expect(menu.getByRole('button', { name })).toBeFocused()
      }
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(question).toBeVisible()
      await expect(menu).toBeHidden()
      await question.getByRole('button', { name: 'Cancelar' }).click()
      await expect(menuButton).toBeFocused()
    }
})

test('section 5: the owner confirms a deletion, and the card returns if the server refuses', async ({
  page,
  trazo,
}) => {
  await openDashboard(page, trazo, ownerNamed('borra'), async (api) => {
    for (const name of ['Tres.pdf', 'Dos.pdf', 'Uno.pdf']) await api.upload(name, pdf(name))
  })
  await page.route('**/delete_file/', (route) => route.fulfill({ status: 500, json: {} }))
  const letAnswerCome = await holdRequests(page, '**/delete_file/')
  const question = page.getByRole('dialog', { name: '¿Estás seguro de que deseas eliminar este documento?' })
  const remove = async (name: string) => {
    await (await openDocumentMenu(page, name)).getByRole('button', { name: 'Eliminar' }).click()
    await expect(question).toContainText(name)
    await question.getByRole('button', { name: 'Eliminar documento' }).click()
  }
  await remove('Dos.pdf')
  await expect(titles(page)).toHaveText(['Uno.pdf', 'Tres.pdf'])
  await expect(page.getByRole('button', { name: 'Tres.pdf', exact: true })).toBeFocused()
  letAnswerCome()
  await expect(page.getByText('No se pudo eliminar el documento')).toBeVisible()
  await expect(titles(page)).toHaveText(['Uno.pdf', 'Dos.pdf', 'Tres.pdf'])

  await page.unroute('**/delete_file/')
  await remove('Dos.pdf')
  await expect(page.getByText('Documento eliminado correctamente')).toBeVisible()
  await expect(titles(page)).toHaveText(['Uno.pdf', 'Tres.pdf'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Uno.pdf', 'Tres.pdf'])
})

test('the buttons of a question keep their place when its note changes, and during a press whatever comes', async ({
  page,
  trazo,
}) => {
  await openDashboard(page, trazo, ownerNamed('quieto'), (api) => api.upload('Uno.pdf', pdf('uno')))
  const letPeriodCome = await holdRequests(page, `**${privacyCall.path}`)
  await (await openDocumentMenu(page, 'Uno.pdf')).getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('se borran después del plazo de conservación')
  const remove = question.getByRole('button', { name: 'Eliminar documento' })
  const before = await boxOf(remove)
  letPeriodCome()
  await expect(question.getByText(/se borran a los \d+ días/)).toBeVisible()
  expect(await boxOf(remove)).toEqual(before)

  await remove.hover()
  const pressed = await boxOf(question)
  await page.mouse.down()
  await question.getByText(/se borran a los/).evaluate((element) => {
    element.style.paddingBlockEnd = '200px'
  })
  expect(await boxOf(question)).toEqual(pressed)
  await page.mouse.up()
  await expect(page.getByText('Documento eliminado correctamente')).toBeVisible()
})

for (const { title, blocked } of [
  { title: 'a guest signs and the card changes by itself', blocked: false },
  { title: 'a guest signs and the list polls the change when the event stream is blocked', blocked: true },
]) {
  test(title, async ({ page, trazo }) => {
    const journey = blocked ? 'sin-eventos' : 'en-vivo'
    const guest: Guest = { name: 'Luis Araya', email: `luis@${journey}.example` }
    if (blocked) {
      await page.clock.install()
      await page.route(`**${fileEventsCall.path}`, (route) => route.abort())
    }
    let link = ''
    await openDashboard(page, trazo, ownerNamed(journey), async (api) => {
      const file = await api.upload('Contrato.pdf', pdf('contrato'))
      link = await api.invite(file, await api.addField(file, guest), guest)
      for (let number = 0; number < 12; number += 1) await api.upload(`Otro ${number}.pdf`, pdf(String(number)))
    })
    const contract = card(page, 'Contrato.pdf')
    await expect(contract).toContainText('Procesando')
    await expect(contract.getByTitle(/^Luis Araya: por firmar, invitación enviada el/)).toBeVisible()
    await contract.scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Otro 0.pdf', exact: true }).focus()
    const scrolled = await page.evaluate(() => {
      document.body.dataset.visit = 'the first'
      return scrollY
    })

    await signByLink(trazo, link)

    if (blocked)
      // The seal may come after one look at the list.
      await expect(async () => {
        await page.clock.fastForward(POLL_MS)
        await expect(contract).toContainText('✓ Firmado', { timeout: 1000 })
      }).toPass({ timeout: scaled(30_000) })
    await expect(contract).toContainText('✓ Firmado', { timeout: 0.8 * POLL_MS })
    await expect(contract).toContainText('Completado')
    await expect(contract.getByTitle(/^Luis Araya: firmó el/)).toBeVisible()
    // A slow client sees both events at once.
    await expect(said(page)).toHaveText(/^Contrato\.pdf: (firmó Luis Araya; ya tiene todas las firmas|Completado)$/)
    await expect(page.getByRole('button', { name: 'Otro 0.pdf', exact: true })).toBeFocused()
    const after = await page.evaluate(() => ({ visit: document.body.dataset.visit, scrolled: scrollY }))
    expect(after).toEqual({ visit: 'the first', scrolled })
  })
}

test('the list adds and removes documents that another device stores and deletes', async ({ page, trazo }) => {
  const api = await openDashboard(page, trazo, ownerNamed('dos-aparatos'), (owner) => owner.upload('Uno.pdf', pdf('1')))
  await expect(titles(page)).toHaveText(['Uno.pdf'])
  const { id } = await api.upload('Dos.pdf', pdf('2'))
  await expect(titles(page)).toHaveText(['Dos.pdf', 'Uno.pdf'])
  await api.delete(id)
  await expect(titles(page)).toHaveText(['Uno.pdf'])
})

test('the owner downloads the original and the newest revision, which appends a valid signature', async ({
  page,
  trazo,
}) => {
  const guest: Guest = { name: 'Eva Campos', email: 'eva@versiones.example' }
  const { bytes, origin } = realPdf('normal__samples__pdflatex-4-pages.pdf')
  test.info().annotations.push({ type: 'document', description: origin })
  let link = ''
  await openDashboard(page, trazo, ownerNamed('versiones'), async (api) => {
    const file = await api.upload('Contrato.pdf', bytes)
    link = await api.invite(file, await api.addField(file, guest), guest)
  })
  await signByLink(trazo, link)
  await expect(card(page, 'Contrato.pdf')).toContainText('✓ Firmado')

  const menuButton = page.getByRole('button', { name: 'Acciones de Contrato.pdf' })
  const choose = async (name: RegExp): Promise<Buffer> => {
    const menu = await openDocumentMenu(page, 'Contrato.pdf')
    const file = await downloaded(page, menu.getByRole('button', { name }))
    await expect(menu).toBeHidden()
    await expect(menuButton).toBeFocused()
    return file
  }
  const menu = await openDocumentMenu(page, 'Contrato.pdf')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(menuButton).toBeFocused()

  const original = await choose(/^Descargar original/)
  expect(original.equals(bytes)).toBe(true)
  const newest = await choose(/^Descargar la más reciente/)
  expect(newest.length).toBeGreaterThan(bytes.length)
  expect(newest.subarray(0, bytes.length).equals(bytes)).toBe(true)

  if (!hasTool('pdfsig'))
    test.info().annotations.push({ type: 'check skipped', description: 'pdfsig is not installed' })
  else
    expect(pdfsig(newest)).toMatchObject([
      { signer: guest.name, validation: 'Signature is Valid.', wholeDocument: true },
    ])
})

test.describe('accessibility (axe)', () => {
  test('axe finds no violations on list, filters, empty result and missing document', async ({ page, trazo }) => {
    const people: Guest[] = ['Ana Mora', 'Luis Araya', 'Eva Campos', 'Raúl Jiménez', 'Sofía Vargas'].map(
      (name, index) => ({
        name,
        email: `persona-${index}@accesible.example`,
      }),
    )
    await openDashboard(page, trazo, ownerNamed('lista-accesible'), async (api) => {
      const file = await api.upload('Contrato.pdf', pdf('contrato'))
      for (const guest of people) {
        const field = await api.addField(file, guest)
        if (guest === people.at(-1)) await api.invite(file, field, guest)
      }
      await api.upload('Acta.pdf', pdf('acta'))
    })
    await expect(card(page, 'Contrato.pdf')).toContainText('+2 más')
    await expectAccessible(page)
    await search(page).fill('acta')
    await expect(titles(page)).toHaveText(['Acta.pdf'])
    await expectAccessible(page)
    await search(page).fill('esto no está')
    await expect(page.getByRole('button', { name: 'Quitar los filtros' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${href.dashboard()}?documento=1`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })
})
