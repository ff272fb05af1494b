import { type Browser, devices, type Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { cards, withStandIn } from '../harness/firmador.ts'
import { downloaded, drawSignature, enter, type Guest, ownerNamed } from '../harness/people.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo } from '../harness/trazo.ts'

const test = withStandIn.extend({
  launchOptions: [
    async ({ launchOptions, standIn }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), standIn.browserArgument] })
    },
    { scope: 'worker' },
  ],
  siteEnv: [
    async ({ standIn }, use) => {
      await use({ SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: standIn.authorities })
    },
    { scope: 'worker' },
  ],
})

const invited = async (trazo: Trazo, journey: string, guest: Guest): Promise<string> => {
  const owner = await ownerApi(trazo, ownerNamed(journey))
  const file = await owner.upload('Contrato.pdf', realPdf('normal__samples__pdflatex-4-pages.pdf').bytes)
  return owner.invite(file, await owner.addField(file, guest), guest)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const toIdentification = async (page: Page): Promise<void> => {
  await button(page, 'Agregar Firma Digital').click()
  await button(page, 'Continuar').click()
  await drawSignature(page)
  await button(page, 'Continuar').click()
  await expect(page.getByLabel('Número de cédula')).toBeVisible()
}

const identify = async (page: Page, digits: string): Promise<void> => {
  await page.getByLabel('Número de cédula').fill(digits)
  await button(page, 'Autenticar').click()
}

const expectHelp = (page: Page, text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()

test('a guest signs with the card, each failure shows its help, and the card makes a valid signature', async ({
  page,
  trazo,
  standIn,
}) => {
  const guest = { name: 'Ana Rojas', email: 'ana@firmador.example' }
  await page.goto(await invited(trazo, 'firmador', guest))
  await toIdentification(page)

  await identify(page, cards.ana.digits)
  await expectHelp(page, 'No encontramos Firmador en esta computadora.')
  await expect(page.getByRole('link', { name: /Descargar Firmador/ })).toBeVisible()

  await standIn.order({ open: true, person: { origin: 'refused' } })
  await button(page, 'Autenticar').click()
  await expectHelp(page, 'En Firmador se rechazó que este sitio pida firmas.')

  await standIn.order({ person: { origin: 'asked', cards: [] } })
  await button(page, 'Autenticar').click()
  await expect(page.getByText('Firmador te pregunta si este sitio puede pedirte firmas.')).toBeVisible()
  await standIn.order({ person: { origin: 'allowed' } })
  await expectHelp(page, 'No hay ninguna tarjeta en el lector.')

  await standIn.order({ person: { cards: [cards.luis.identification] } })
  await button(page, 'Autenticar').click()
  await expectHelp(page, 'En el lector está la tarjeta de LUIS VARGAS SOLÍS (CPF-02-0345-0678)')

  await standIn.order({ person: { cards: [cards.luis.identification, cards.ana.identification], pin: 'refused' } })
  await button(page, 'Autenticar').click()
  await expectHelp(page, 'La firma se canceló en Firmador.')

  await standIn.order({ person: { pin: 'waits' } })
  await button(page, 'Reintentar firma').click()
  await expect(page.getByRole('dialog', { name: 'Confirma en Firmador e ingresa tu PIN' })).toBeVisible()
  await standIn.order({ person: { pin: 'entered' } })

  const thanks = page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
  await expect(thanks).toContainText(cards.ana.name)
  await expect(thanks).toContainText('CA PERSONA FISICA - PRUEBAS')
  await expect(thanks).toContainText(cards.ana.identification)
  const signed = await downloaded(page, button(page, 'Descargar'))
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed: the signature is not checked by another program')
  expect(pdfsig(signed)).toMatchObject([
    {
      signer: cards.ana.name,
      type: 'ETSI.CAdES.detached',
      validation: 'Signature is Valid.',
      wholeDocument: true,
    },
  ])
})

test('the owner signs two fields with the card, and both signatures are valid', async ({ page, trazo, standIn }) => {
  await standIn.order({ open: true, person: { origin: 'allowed', pin: 'entered', cards: [cards.luis.identification] } })
  const owner = ownerNamed('duena')
  const api = await ownerApi(trazo, owner)
  const file = await api.upload('Acuerdo.pdf', realPdf('normal__samples__pdflatex-4-pages.pdf').bytes)
  for (const page of [1, 2])
    await api.addField(file, { name: 'Mariela Solís', email: owner.email }, { page, own: true })
  await enter(page, owner)
  await button(page, 'Acuerdo.pdf').click()
  await toIdentification(page)
  await identify(page, cards.luis.digits)
  await expect(page.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed: the signatures are not checked by another program')
  const found = pdfsig(await api.download(file))
  expect(found).toMatchObject([
    { signer: cards.luis.name, validation: 'Signature is Valid.' },
    { signer: cards.luis.name, validation: 'Signature is Valid.', wholeDocument: true },
  ])
})

test('on a phone, the page explains that a card requires a computer with a reader', async ({ browser, trazo }) => {
  const link = await invited(trazo, 'telefono', { name: 'Ana Rojas', email: 'ana@telefono.example' })
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'es-CR' })
  const page = await context.newPage()
  await page.goto(link)
  await toIdentification(page)
  await identify(page, cards.ana.digits)
  await expectHelp(page, 'Con la tarjeta se firma en una computadora con lector y Firmador instalado.')
  await context.close()
})

const PUBLIC_ORIGIN = 'https://firmas.example'

/**
 * On public HTTPS origins browsers
 * restrict access to local programs.
 */
const servePublicly = (page: Page, trazo: Trazo) =>
  page.route(`${PUBLIC_ORIGIN}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${trazo.url}${pathname}${search}` }) })
  })

const answerBrowser = async (browser: Browser, page: Page, setting: 'granted' | 'denied'): Promise<boolean> => {
  const own = await page.context().newCDPSession(page)
  const { targetInfo } = await own.send('Target.getTargetInfo')
  const { browserContextId } = targetInfo
  if (browserContextId === undefined) throw new Error('the page has no separate context')
  const session = await browser.newBrowserCDPSession()
  const permission = { name: 'loopback-network' }
  const answer = { permission, setting, origin: PUBLIC_ORIGIN, browserContextId }
  return session.send('Browser.setPermission', answer).then(
    () => true,
    () => false,
  )
}

test('at a public address, signing fails when the browser denies local access and works when it is granted', async ({
  browser,
  page,
  trazo,
  standIn,
}) => {
  await standIn.order({ open: true, person: { origin: 'allowed', pin: 'entered', cards: [cards.ana.identification] } })
  const link = new URL(await invited(trazo, 'publico', { name: 'Ana Rojas', email: 'ana@publico.example' }))
  await servePublicly(page, trazo)
  await page.goto(`${PUBLIC_ORIGIN}${link.pathname}${link.search}`)
  test.skip(!(await answerBrowser(browser, page, 'denied')), 'this browser does not guard the own computer')
  await toIdentification(page)
  await identify(page, cards.ana.digits)
  await expectHelp(page, 'Tu navegador no deja que este sitio se conecte con Firmador.')

  await answerBrowser(browser, page, 'granted')
  await button(page, 'Autenticar').click()
  const thanks = page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
  await expect(thanks).toContainText(cards.ana.identification)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
