import type { Page } from 'playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import {
  confirmByClock,
  drawingOf,
  identificationOf,
  identifyAndConfirm,
  identifyByClock,
  openDocument,
  reviewOf,
  screens,
  thankedByClock,
  thanksOf,
  verificationOf,
} from '../harness/guest-flow.ts'
import { downloaded, drawSignature, fieldOf } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { toastsOf } from '../harness/toasts.ts'
import { expect, test } from '../harness/trazo.ts'

const DEMO = 'Modo de demostración: la identidad no se verifica con el Banco Central.'

/** Each where it is needed: the notification tells it, the mark stands at the signature, and neither hides the other. */
const expectSignedOnce = async (page: Page): Promise<void> => {
  const mark = page.locator('[data-field="signed"]').getByText('Firmado', { exact: true })
  const toast = toastsOf(page).filter({ hasText: 'Documento firmado digitalmente con éxito' })
  await expect(mark).toBeInViewport({ ratio: 1 })
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/firmad[oa]/i).filter({ visible: true })).toHaveText([
    /^\s*Firmado$/,
    /^Documento firmado/,
  ])
  const overlap = async () => {
    // A timer of the page chooses its place again.
    await page.clock.runFor(200)
    const over = await toast.boundingBox()
    const boxes = await Promise.all([mark, page.locator('[data-field="signed"]')].map((one) => one.boundingBox()))
    return boxes.filter(
      (box) =>
        box &&
        over &&
        box.x < over.x + over.width &&
        over.x < box.x + box.width &&
        box.y < over.y + over.height &&
        over.y < box.y + box.height,
    )
  }
  await expect.poll(overlap).toEqual([])
}

for (const { title, use } of sampleOf(screens, 1, 0))
  test.describe(title, () => {
    test.use(use)

    test('by invitation, a guest reads, reviews, draws, identifies, confirms and returns to the home page', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `invitada-${title.replaceAll(' ', '-')}`)
      const ana = { name: 'Ana Mora Ñúñez', email: `ana@${contract.file.id}.example` }
      const fieldId = await contract.api.addField(contract.file, ana, { page: 2 })
      await openDocument(page, await contract.api.invite(contract.file, fieldId, ana))

      await expect(page.getByText('Página 1 de 3').last()).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectAccessible(page)
      const overflows = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
          return [scrollWidth > clientWidth, scrollHeight > clientHeight]
        })
      // Only the document scrolls.
      expect(await overflows()).toEqual([false, false])
      await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()

      const review = reviewOf(page)
      await expect(review).toContainText(/Continúa en 1\d s/)
      await expect(review).toContainText('Campo de firma listo para firmar.')
      expect(await overflows()).toEqual([false, false])
      await expect(page.getByText('Página 2 de 3').last()).toBeVisible()
      await expect(fieldOf(page.locator('main'), ana)).toBeInViewport({ ratio: 1 })
      await review.getByRole('button', { name: 'Necesito más tiempo' }).click({ clickCount: 4 })
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Página anterior' }).click()
      await expect(page.getByText('Página 1 de 3').last()).toBeVisible()
      await review.getByRole('button', { name: 'Continuar' }).click()

      await drawSignature(page)
      await expectAccessible(page)
      await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
      const identification = identificationOf(page)
      await expect(identification).toContainText(DEMO)
      await expect(identification.getByLabel(/opcional/)).toHaveCount(0)
      await expectAccessible(page)
      await identifyByClock(page)
      await expect(verificationOf(page)).toContainText(
        'Autenticación exitosa. Ingrese el código de verificación en GAUDI.',
      )
      await expect(verificationOf(page).getByText(/^\d[A-Z]\d$/)).toBeVisible()

      await confirmByClock(page)
      const thanks = thanksOf(page)
      await expect(thanks).toContainText('Trazo Platform CA')
      await expect(thanks).toContainText('Formato PAdES (nivel B-T)')
      await expect(thanks).toContainText('Simulado, modo de demostración')
      await expect(thanks).toContainText(`PDF enviado a ${ana.email}`)
      await expect(thanks).toContainText('Volverás al inicio en 10 s')
      await thankedByClock(page)
      await expect(page).toHaveURL('/')
      await expect(page.getByText('¡Documento firmado correctamente!')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Listo: tu firma ya está en el documento.' })).toBeInViewport()
      await expect(page.getByRole('link', { name: 'Crear una cuenta' }).first()).not.toBeInViewport()
      await expectAccessible(page)
      const signed = await contract.api.download(contract.file)
      const [invitation] = await contract.invitations()
      expect(invitation).toMatchObject({ state: 'signed', seen_at: expect.any(String) })

      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(signed)).toMatchObject([
        { signer: ana.name, validation: 'Signature is Valid.', wholeDocument: true },
      ])
    })

    test('a touch keeps the guest on the page, with the signature in view and the certificate collapsed', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `queda-${title.replaceAll(' ', '-')}`)
      const ana = { name: 'Ana Mora', email: `ana@queda-${contract.file.id}.example` }
      // In the corner where notifications begin.
      const field = await contract.api.addField(contract.file, ana, { at: [0.02, 0.9, 0.4, 0.08] })
      const link = await contract.api.invite(contract.file, field, ana)
      let taps = 1
      await page.exposeFunction('trazoTap', () => {
        taps += 1
      })
      await page.addInitScript("addEventListener('pointerdown', () => trazoTap(), { capture: true })")
      await openDocument(page, link)
      await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
      await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
      await drawSignature(page)
      await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
      await expect(identificationOf(page).getByLabel(/^Número de/)).toBeFocused()
      await expect(identificationOf(page)).toContainText(`Firmas como ${ana.name}.`)
      await identifyAndConfirm(page)
      // The mail's link, two buttons, the stroke, two buttons.
      expect(taps).toBe(6)
      const thanks = thanksOf(page)
      await page.clock.runFor(2000)
      await expectSignedOnce(page)
      await expect(fieldOf(page.locator('main'), ana)).toHaveAccessibleName(/firmado$/)
      await expect(fieldOf(page.locator('main'), ana)).toBeInViewport({ ratio: 1 })
      await expect(thanks.getByRole('button', { name: 'Descargar' })).toBeInViewport({ ratio: 1 })
      await expect(thanks.getByText('Trazo Platform CA')).toBeHidden()
      await thanks.getByText('Ver detalles').click()
      await expect(thanks.getByText('Trazo Platform CA')).toBeVisible()
      await expect(thanks.getByText(/Volverás al inicio/)).toHaveCount(0)
      await page.clock.runFor(20_000)
      await page.clock.resume()
      await expect(page.getByRole('heading', { name: 'Gracias por firmar' })).toBeFocused()
      await expectAccessible(page)
      const signed = await downloaded(page, page.getByRole('button', { name: 'Descargar' }))
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(signed)).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
    })
  })

test('the field blinks during the review, and has a steady outline for people who prefer reduced motion', async ({
  page,
  trazo,
}) => {
  const contract = await aContract(trazo, 'parpadeo')
  const ana = { name: 'Ana Mora', email: 'ana@parpadeo.example' }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openDocument(page, link)
  const tab = page.locator('[data-field="saved"]')
  await expect(tab).toHaveCSS('animation-name', 'none')
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await expect(reviewOf(page)).toBeVisible()
  for (const [reducedMotion, times] of [
    ['no-preference', 'infinite'],
    ['reduce', '1'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await expect(tab).toHaveCSS('animation-iteration-count', times)
    await expect(tab).toHaveCSS('outline-style', 'solid')
    await expect(tab).not.toHaveCSS('animation-name', 'none')
  }
})

test('a guest who signs in another tab leaves the session of the owner unchanged', async ({ context, page, trazo }) => {
  const contract = await aContract(trazo, 'vecina')
  const ana = { name: 'Ana Mora', email: 'ana@vecina.example' }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
  await contract.open(page)
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
  const before = await stored()

  const guest = await context.newPage()
  const bearers = new Set<string>()
  guest.on('request', (request) => {
    const bearer = request.headers().authorization
    if (bearer) bearers.add(bearer)
  })
  await openDocument(guest, link)
  await guest.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await reviewOf(guest).getByRole('button', { name: 'Continuar' }).click()
  await drawSignature(guest)
  await drawingOf(guest).getByRole('button', { name: 'Continuar' }).click()
  await identifyAndConfirm(guest)
  await thankedByClock(guest)
  await expect(guest).toHaveURL('/')

  expect(bearers.size).toBeGreaterThan(0)
  for (const bearer of bearers) expect(before).not.toContain(bearer.replace('Bearer ', ''))
  expect(await stored()).toBe(before)
  await page.bringToFront()
  await page.reload()
  await expect(page.getByRole('dialog', { name: /^Documento: / })).toBeVisible()
  await guest.goBack()
  expect(await stored()).toBe(before)
  const signed = await contract.api.download(contract.file)
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(signed)).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
})
