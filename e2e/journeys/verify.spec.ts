import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { verifyFileCall, verifyRevocationCall, verifyTrustCall } from 'shared/contract/verify'
import { scaled } from 'shared/testing/limits'
import { prepareFields } from '../../pdf/src/sign/index.ts'
import { checkEtsiReport, indicationsIn } from '../../pdf/src/testing/node/etsi-report/check-etsi-report.ts'
import {
  closeDocument,
  evidenceFor,
  nationalForm,
  noEvidence,
  signAsPerson,
} from '../../pdf/src/testing/node/national-document.ts'
import { makeNationalHierarchy, personOf } from '../../pdf/src/testing/node/national-hierarchy.ts'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { ownerNamed } from '../harness/people.ts'
import { signedByAll } from '../harness/sign-by-api.ts'
import { expect, test } from '../harness/trazo.ts'

const guests = [
  { name: 'Ana Mora Ñúñez', email: 'ana@verifica.example' },
  { name: 'José Pérez', email: 'jose@verifica.example' },
  { name: 'Luis Araya', email: 'luis@verifica.example' },
]
const pages = ['Contrato de alquiler', 'Segunda parte', 'Tercera parte'].map((text) => ({ text }))
const FILE = 'Contrato firmado.pdf'

let signed: Buffer
test.beforeAll(async ({ trazo }) => {
  const api = await ownerApi(trazo, ownerNamed('verifica'))
  signed = await signedByAll(trazo, api, await api.upload('Contrato.pdf', makePdf(pages)), guests)
})

const choose = (page: Page, buffer: Buffer, name = FILE) =>
  page.getByLabel(/Arrastra un PDF firmado/).setInputFiles({ name, mimeType: 'application/pdf', buffer })

/** Excludes load metrics. */
const watchSending = (page: Page): string[] => {
  const found: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname !== '/mf-events') found.push(pathname)
  })
  return found
}

const tamper = (bytes: Buffer): Buffer => {
  const text = bytes.toString('latin1')
  const [, page = ''] = /\/Contents (\d+) 0 R/.exec(text) ?? []
  const previous = [...text.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1]
  const size = [...text.matchAll(/\/Size (\d+)/g)].at(-1)?.[1]
  const root = /\/Root (\d+ 0 R)/.exec(text)?.[1]
  const drawing = 'BT /F1 18 Tf 56 700 Td (Ahora dice otra cosa) Tj ET'
  const object = `${page} 0 obj\n<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream\nendobj\n`
  const table = `xref\n${page} 1\n${String(bytes.length).padStart(10, '0')} 00000 n\r\n`
  const trailer = `trailer\n<</Size ${size}/Root ${root}/Prev ${previous}>>\n`
  const start = bytes.length + object.length
  return Buffer.concat([bytes, Buffer.from(`${object}${table}${trailer}startxref\n${start}\n%%EOF\n`, 'latin1')])
}

test('the page verifies three signatures and sends the file only when the user requests the server check', async ({
  page,
  context,
}) => {
  const sent = watchSending(page)
  const another = () => page.getByRole('button', { name: 'Verificar otro archivo' }).click()
  await page.goto('/')
  await page.getByRole('link', { name: 'Verifica sus firmas' }).click()
  await expect(page).toHaveURL('/verify')
  await expect(page).toHaveTitle('Verificar firmas · Trazo')
  await expectAccessible(page)

  await choose(page, signed)
  await expect(page.getByRole('heading', { name: 'Documento firmado y sin cambios' })).toBeFocused()
  for (const { name } of guests) {
    const card = page.getByRole('article', { name })
    await expect(card).toContainText('Válida')
    await expect(card).toContainText('PAdES B-LTA')
    await expect(card).toContainText('Probado por el sello de tiempo de Trazo Platform TSA.')
  }
  await page.getByRole('article', { name: 'José Pérez' }).getByText('Datos técnicos').click()
  await expectAccessible(page)

  await test.step('the technical report has the structure of ETSI TS 119 102-2 and the same verdicts', async () => {
    await page.getByText('Informe técnico (XML)').click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar el informe' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Contrato firmado - informe.xml')
    const { root, problems } = checkEtsiReport(await readFile(await download.path(), 'utf8'))
    expect(problems).toEqual([])
    // Three signatures and the time stamp of the document.
    expect(indicationsIn(root)).toEqual(Array(4).fill(['total-passed']))
    await expectAccessible(page)
  })

  await test.step('without a network, the page detects a changed document', async () => {
    await another()
    await context.setOffline(true)
    await choose(page, tamper(signed))
    await expect(page.getByRole('heading', { name: 'Documento sospechoso' })).toBeVisible()
    await expect(page.getByText('Cambió lo que muestra la página (página 1)').first()).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
  })

  await test.step('on a phone, unsigned, damaged and non-PDF files show their message and fit the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await another()
    await choose(page, makePdf(pages))
    await expect(page.getByRole('heading', { name: 'El documento no tiene firmas' })).toBeVisible()
    await expectAccessible(page)
    for (const [buffer, title] of [
      [signed.subarray(0, -700), 'El PDF está dañado'],
      [Buffer.from('hola'), 'No es un PDF'],
    ] as const) {
      await another()
      await choose(page, buffer)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(sent).toEqual([])
  })

  await test.step('the page queries revocation and the server only when the user requests the check', async () => {
    await another()
    await choose(page, signed)
    await page.getByRole('button', { name: 'Consultar si fueron revocados' }).click()
    await expect(page.getByText(/con lo que dicen hoy las autoridades/)).toBeVisible()
    expect(new Set(sent)).toEqual(new Set([verifyRevocationCall.path]))
    await page.getByText('Informe técnico (XML)').click()
    await expect(page.getByRole('button', { name: 'Descargar el informe' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Verificar con el servidor' }).click()
    await expect(page.getByText('Comprobado en el servidor, que no guardó el archivo.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Documento firmado y sin cambios' })).toBeVisible()
    expect(sent.filter((path) => path === verifyFileCall.path)).toHaveLength(1)
  })
})

test('the page shows what was signed and how it is today, side by side, with the change marked', async ({ page }) => {
  await page.goto('/verify')
  await choose(page, tamper(signed))
  await expect(page.getByRole('heading', { name: 'Documento sospechoso' })).toBeFocused()
  const opener = page.getByRole('article', { name: 'José Pérez' }).getByRole('button', { name: 'Ver cómo está hoy' })
  const dialog = page.getByRole('dialog', { name: 'Lo firmado y cómo está hoy' })
  const then = dialog.getByRole('img', { name: 'Página 1: lo firmado' })
  const now = dialog.getByRole('img', { name: 'Página 1: cómo está hoy' })

  await test.step('both versions are drawn, and the list leads to the mark', async () => {
    await opener.click()
    await expect(then.locator('canvas')).toBeVisible()
    await expect(now.locator('canvas')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /ningún cambio conocido lo explica/ }).first()).toBeVisible()
    const item = dialog.getByRole('button', { name: /Cambió lo que muestra la página/ })
    await item.click()
    await expect(item).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page)
  })

  await test.step('keys turn pages and close the view; the focus returns', async () => {
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('img', { name: 'Página 2: cómo está hoy' }).locator('canvas')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('a phone shows one version at a time', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await opener.click()
    await expect(now.locator('canvas')).toBeVisible()
    await expect(then).toBeHidden()
    await dialog.getByRole('button', { name: 'Lo firmado' }).click()
    await expect(then.locator('canvas')).toBeVisible()
    await expect(now).toBeHidden()
    await expectAccessible(page)
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

test('a file that cannot be compared ends with an answer that says so', async ({ page, context }) => {
  const hierarchy = makeNationalHierarchy()
  const person = personOf(hierarchy)
  const at = new Date()
  const field = { name: 'ana', page: 2, rect: { x: 0.1, y: 0.1, width: 0.3, height: 0.1 }, tooltip: 'ana' }
  const huge = makePdf([{ text: 'Enorme', width: 14_400, height: 14_400 }, { text: 'Normal' }])
  const form = Buffer.concat([huge, prepareFields(huge, [field])])
  const one = await signAsPerson(form, { field: 'ana', person, hierarchy, at })
  const closed = Buffer.from(await closeDocument(one, noEvidence, { hierarchy, at }))
  const result = page.getByRole('region', { name: 'Resultado' })
  const promise = /[ií]ntegr[ao]|intacto|sin cambios|no ha cambiado/i
  const expectAnswer = async (answer: string) => {
    await expect(result).toContainText(answer)
    await expect(result).not.toContainText(promise)
    await expect(page.getByRole('article').first()).not.toContainText(promise)
  }
  await page.goto('/verify')
  await choose(page, huge)

  await test.step('without a network, nothing is compared', async () => {
    await page.getByRole('button', { name: 'Verificar otro archivo' }).click()
    await context.setOffline(true)
    await choose(page, closed)
    await expectAnswer('No se compararon las páginas.')
    await expect(page.getByRole('button', { name: 'Verificar con el servidor' })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('a page that is too large is named', async () => {
    await page.getByRole('button', { name: 'Comparar las páginas' }).click()
    await expectAnswer('No se comparó la página 1.')
  })

  await test.step('another file in the place of the renderer is not run', async () => {
    await page.route('**/pdfium.*.wasm', async (route) => {
      const served = await route.fetch()
      const body = await served.body()
      await route.fulfill({ response: served, body: Buffer.concat([body.subarray(0, -1), Buffer.from([0])]) })
    })
    await page.getByRole('button', { name: 'Verificar otro archivo' }).click()
    await choose(page, closed)
    await expectAnswer('No se compararon las páginas.')
    await page.unrouteAll()
  })
})

const MEGABYTE = 1024 * 1024

const object = (text: string): string => `10 0 obj\n${text}\nendobj\n`

/** A PDF that is repaired by reading it as a whole, around an object that costs more than its size. */
const pdfWith = (body: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R]/SigFlags 3>>>>\nendobj\n'),
    Buffer.from('2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 1>>\nendobj\n'),
    typeof body === 'string' ? Buffer.from(body) : body,
    Buffer.from('trailer\n<</Root 1 0 R/Size 11>>\nstartxref\n0\n%%EOF\n'),
  ])

const bomb = (): Buffer => {
  const packed = deflateSync(Buffer.alloc(100 * MEGABYTE))
  const head = `10 0 obj\n<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')])
}

const HOSTILE: readonly (readonly [what: string, make: () => Buffer])[] = [
  ['pages that contain themselves', () => pdfWith(object('<<>>'))],
  ['a stream that expands', () => pdfWith(bomb())],
  ['arrays without end', () => pdfWith(object('['.repeat(2 * MEGABYTE)))],
  ['objects without end', () => pdfWith('1 0 obj\n'.repeat(MEGABYTE))],
  ['a table that says that it is endless', () => pdfWith('xref\n0 999999999\n')],
  [
    'a signature over a range outside the file',
    () => pdfWith(object('<</FT/Sig/V<</Type/Sig/ByteRange[0 -1 9e99 1]/Contents<00>>>>>')),
  ],
  [
    'markup in a name',
    () =>
      pdfWith(
        object(
          '<</FT/Sig/T(<img src=x onerror=alert\\(1\\)>)/V<</Type/Sig/Name(<script>alert\\(1\\)</script>)/ByteRange[0 1 2 3]/Contents<00>>>>>',
        ),
      ),
  ],
]

test('hostile PDFs end with a message, run nothing, and the page verifies the next file', async ({ page }) => {
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('crash', () => alarms.push('the page crashed'))
  page.on('pageerror', (error) => alarms.push(error.message))
  const sent = watchSending(page)
  await page.goto('/verify')
  for (const [what, make] of HOSTILE)
    await test.step(what, async () => {
      await choose(page, make(), `${what}.pdf`)
      const another = page.getByRole('button', { name: 'Verificar otro archivo' })
      await expect(another).toBeVisible({ timeout: scaled(60_000) })
      await expect(page.getByRole('heading', { name: /sin cambios/ })).toHaveCount(0)
      await expect(page.locator('main img[src="x"], main script')).toHaveCount(0)
      await another.click()
    })
  await choose(page, signed)
  await expect(page.getByRole('heading', { name: 'Documento firmado y sin cambios' })).toBeVisible()
  expect([alarms, sent]).toEqual([[], []])
})

test('the page checks the national format immediately for national signatures and on request for others', async ({
  page,
}) => {
  const hierarchy = makeNationalHierarchy()
  const person = personOf(hierarchy)
  const at = new Date()
  const document = await signAsPerson(nationalForm(['ana']), { field: 'ana', person, hierarchy, at })
  const complete = await closeDocument(document, await evidenceFor(person, hierarchy, at), { hierarchy, at })
  const bare = await closeDocument(document, noEvidence, { hierarchy, at })
  await page.route(`**${verifyTrustCall.path}`, (route) => {
    const root = (kind: string) => ({ kind, certificate: Buffer.from(hierarchy.root.certificate).toString('base64') })
    const below = [hierarchy.policy, hierarchy.issuer, hierarchy.stampPolicy].map(({ certificate }) =>
      Buffer.from(certificate).toString('base64'),
    )
    return route.fulfill({ json: { roots: [root('national')], intermediates: below } })
  })
  await page.goto('/verify')
  const sent = watchSending(page)
  const format = page.getByRole('region', { name: 'Formato oficial de Costa Rica' })

  await choose(page, Buffer.from(complete))
  await expect(page.getByText('Firma digital certificada (Costa Rica)')).toBeVisible()
  await expect(format).toContainText('Cumple las reglas que revisamos')
  await expect(format.getByRole('listitem')).toHaveCount(13)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Verificar otro archivo' }).click()
  await choose(page, Buffer.from(bare))
  await expect(format.getByRole('region', { name: 'Qué falta' })).toContainText('Código 6 del validador')
  await expect(page.getByText('Firma digital certificada (Costa Rica)')).toHaveCount(0)

  await page.getByRole('button', { name: 'Verificar otro archivo' }).click()
  await choose(page, signed)
  await format.getByRole('button', { name: 'Revisar el formato oficial' }).click()
  await expect(format.getByRole('region', { name: 'Qué falta' })).toContainText('Código 22 del validador')
  expect(sent).toEqual([])
})
