import type { Page } from 'playwright/test'
import { type RunningSimulator, startSimulator } from '../../api/fva-simulator/start-simulator.ts'
import { freePort } from '../../scripts/free-port.ts'
import { ownerApi } from '../harness/api.ts'
import { downloaded, enter, type Guest, ownerNamed } from '../harness/people.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { test as base, expect, type Trazo } from '../harness/trazo.ts'

interface Fva {
  readonly simulator: RunningSimulator
  readonly port: number
}

const test = base.extend<object, { fva: Fva }>({
  fva: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const [simulator, port] = await Promise.all([startSimulator(), freePort()])
      await simulator.order({ callback: `https://127.0.0.1:${port}/home/api/fva/` })
      await use({ simulator, port })
      await simulator.stop()
    },
    { scope: 'worker' },
  ],
  siteEnv: [
    async ({ fva: { simulator, port } }, use) => {
      await use({ ...simulator.variables, FVA_CALLBACK_PORT: String(port) })
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(({ fva }) => fva.simulator.order({ notify: 'held', seconds: 300, field: 'first', fault: 'none' }))

const file = realPdf('normal__samples__pdflatex-4-pages.pdf').bytes

const invited = async (trazo: Trazo, journey: string): Promise<string> => {
  const guest: Guest = { name: 'Ana Rojas', email: `ana@${journey}.example` }
  const owner = await ownerApi(trazo, ownerNamed(journey))
  const document = await owner.upload('Contrato.pdf', file)
  return owner.invite(document, await owner.addField(document, guest), guest)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const toIdentification = async (page: Page): Promise<void> => {
  await button(page, 'Agregar Firma Digital').click()
  await button(page, 'Continuar').click()
  await expect(page.getByLabel('Número de cédula')).toBeVisible()
}

const identify = async (page: Page, digits: string): Promise<void> => {
  await page.getByLabel('Número de cédula').fill(digits)
  await button(page, 'Autenticar').click()
}

const codeDialog = (page: Page) => page.getByRole('dialog', { name: 'Escribe este código en GAUDI' })
const thanks = (page: Page) => page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
const expectHelp = (page: Page, text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()

test('a guest signs in GAUDI with the code, and each step shows the simulator notice', async ({
  page,
  context,
  trazo,
  fva,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(await invited(trazo, 'fva'))
  await toIdentification(page)
  await expect(page.getByText('Simulador: sin valor legal.')).toBeVisible()
  await identify(page, '102340567')

  const code = codeDialog(page).getByRole('status', { name: /^Código: (letra|número) / })
  await expect(code).toHaveText(/^[A-Z\d]{6}$/)
  await expect(codeDialog(page).getByText('Simulador: sin valor legal.')).toBeVisible()
  await expect(codeDialog(page).getByText('Nadie puede pedirte este código')).toBeVisible()
  await expect(codeDialog(page).getByText(/^Quedan \d:\d\d para confirmar$/)).toBeVisible()
  await button(page, 'Copiar código').click()
  await expect(codeDialog(page).getByText('Copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent())

  await fva.simulator.order({ release: true })
  await expect(thanks(page)).toContainText('CPF-01-0234-0567')
  await expect(thanks(page)).toContainText('Simulador: sin valor legal.')
  const signed = await downloaded(page, button(page, 'Descargar'))
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed: the signature is not checked by another program')
  expect(pdfsig(signed)).toMatchObject([
    { type: 'ETSI.CAdES.detached', validation: 'Signature is Valid.', wholeDocument: true },
  ])
})

test('each failure shows what to do, and another attempt signs', async ({ page, trazo, fva }) => {
  await fva.simulator.order({ notify: 'once' })
  await page.goto(await invited(trazo, 'fallas'))
  await toIdentification(page)
  const failures = [
    ['119192121', 'GAUDI no está conectado con tu firma.'],
    ['110102020', 'Rechazaste la solicitud en GAUDI.'],
    ['160607070', 'Tu certificado de firma digital está revocado.'],
    ['133445566', 'El código que se ingresó en GAUDI no es el que viste aquí.'],
  ] as const
  for (const [digits, help] of failures) {
    await identify(page, digits)
    await expectHelp(page, help)
  }
  await fva.simulator.order({ fault: 'person' })
  await identify(page, '102340567')
  await expectHelp(page, 'El documento volvió firmado por otra persona')
  await fva.simulator.order({ answer: 'broken' })
  await button(page, 'Autenticar').click()
  await expectHelp(page, 'No pudimos comunicarnos con el Banco Central.')
  await fva.simulator.order({ answer: 'normal', fault: 'none' })
  await button(page, 'Autenticar').click()
  await expect(thanks(page)).toBeVisible()
})

test('a cancelled request signs nothing even if the answer arrives, and a new request signs', async ({
  page,
  trazo,
  fva,
}) => {
  await page.goto(await invited(trazo, 'cancela'))
  await toIdentification(page)
  await identify(page, '102340567')
  const cancelled = page.waitForResponse(/\/fva\/\d+\/cancel\/$/)
  await codeDialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Proceso de verificación cancelado.')).toBeVisible()
  await cancelled
  await fva.simulator.order({ release: true })
  await toIdentification(page)
  await identify(page, '102340567')
  await expect(codeDialog(page)).toBeVisible()
  await fva.simulator.order({ release: true })
  await expect(thanks(page)).toBeVisible()
})

test('a lost answer ends the wait, and another attempt finds an answer that arrived later', async ({
  page,
  trazo,
  fva,
}) => {
  await fva.simulator.order({ seconds: 1 })
  await page.goto(await invited(trazo, 'perdida'))
  await toIdentification(page)
  await identify(page, '102340567')
  await expect(codeDialog(page)).toBeVisible()
  await expectHelp(page, 'Pasó el tiempo y el Banco Central no nos dio una respuesta.')
  await fva.simulator.order({ release: true })
  await button(page, 'Autenticar').click()
  await expect(thanks(page)).toContainText('CPF-01-0234-0567')
})

test('the owner signs two fields, with one code for each field', async ({ page, trazo, fva }) => {
  const owner = ownerNamed('duena')
  const api = await ownerApi(trazo, owner)
  const document = await api.upload('Acuerdo.pdf', file)
  for (const page of [1, 2])
    await api.addField(document, { name: 'Mariela Solís', email: owner.email }, { page, own: true })
  await enter(page, owner)
  await button(page, 'Acuerdo.pdf').click()
  await toIdentification(page)
  await identify(page, '203450678')
  for (const number of [1, 2]) {
    await expect(codeDialog(page)).toContainText(`Firma ${number} de 2`)
    await fva.simulator.order({ release: true })
  }
  await expect(page.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
})
