import type { Page } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import {
  drawingOf,
  identificationOf,
  identify,
  identifyAndConfirm,
  identifyByClock,
  openDocument,
  reviewAndDraw,
  reviewOf,
  screens,
  thanksOf,
} from '../harness/guest-flow.ts'
import { downloaded, drawSignature } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'
import { boxOf } from '../harness/viewer.ts'

const invited = async (trazo: Trazo, name: string) => {
  const contract = await aContract(trazo, name)
  const ana = { name: 'Ana Mora', email: `ana@${name}.example` }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
  return { contract, ana, link }
}

const expectSignedBy = async (page: Page, name: string): Promise<void> => {
  const signed = await downloaded(page, thanksOf(page).getByRole('button', { name: 'Descargar' }))
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(signed)).toMatchObject([{ signer: name, validation: 'Signature is Valid.', wholeDocument: true }])
}

/** Test identifications of the Central Bank. */
const endings = [
  ['01-1010-2020', 'La solicitud se rechazó en GAUDI.'],
  ['01-2020-3030', 'Pasó el tiempo para confirmar en GAUDI.'],
  ['01-4040-5050', 'GAUDI perdió la conexión.'],
  ['01-6060-7070', 'Tu certificado de firma digital está revocado.'],
  ['01-8080-9090', 'Tu certificado de firma digital venció.'],
  ['01-1100-2211', 'GAUDI ya tiene otra solicitud tuya en curso.'],
  ['01-3344-5566', 'El código que se ingresó en GAUDI no es el que ves aquí.'],
  ['01-7788-9900', 'El PIN de tu firma está bloqueado.'],
  ['500000000000', 'GAUDI no aceptó la solicitud para esta identificación.'],
] as const

for (const { title, use } of sampleOf(screens, 1, 2))
  test.describe(title, () => {
    test.use(use)
    const named = (name: string) => `${name}-${title.replaceAll(' ', '-')}`

    test('each failure of the agent shows its reason and what to do, and the same drawing signs afterwards', async ({
      page,
      trazo,
    }) => {
      const { ana, link, contract } = await invited(trazo, named('agente'))
      await openDocument(page, link)
      await reviewAndDraw(page)
      const identification = identificationOf(page)
      for (const [number, text] of endings) {
        const type = number.startsWith('5') ? 'Extranjero' : 'Nacional'
        await identification.getByLabel(type).check()
        await identify(page, number)
        await page.clock.fastForward(1200)
        await page.clock.fastForward(5000)
        const alert = identification.getByRole('alert')
        await expect(alert).toContainText(text)
        await expect(alert).toContainText('Error en la autenticación. Intente nuevamente.')
        await expect(identification.getByLabel(/^Número de/)).toHaveValue(number)
      }
      expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([false])
      await identification.getByLabel('Nacional').check()
      await identifyAndConfirm(page)
      await expectSignedBy(page, ana.name)
    })

    test('after network failures, each retry sends the same request, and the field is signed once', async ({
      page,
      trazo,
    }) => {
      const { ana, link, contract } = await invited(trazo, named('red'))
      await openDocument(page, link)
      const bodies: unknown[] = []
      let way: 'out' | 'back' | 'open' = 'out'
      await page.route('**/digital_sign/', async (route) => {
        bodies.push(route.request().postDataJSON())
        if (way === 'open') return route.continue()
        // First the request is lost, then the
        // response, after the server has signed.
        if (way === 'back') await route.fetch()
        way = way === 'out' ? 'back' : 'open'
        return route.abort('internetdisconnected')
      })
      await reviewAndDraw(page)
      await identifyByClock(page)
      await page.clock.runFor(5000)
      await page.clock.runFor(2000)
      const alert = page.getByRole('dialog', { name: 'Firmando el documento' }).getByRole('alert')
      for (const attempt of [1, 2]) {
        await expect(alert).toContainText('No se pudo procesar la firma digital', { timeout: scaled(30_000) })
        await expect(alert).toContainText('Error de conexión. Verifica tu internet')
        expect(bodies).toHaveLength(attempt)
        await page.getByRole('button', { name: 'Reintentar firma' }).click()
        await expect.poll(() => bodies.length).toBe(attempt + 1)
      }
      await expect(thanksOf(page)).toBeVisible()
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
      expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([true])
      await expectSignedBy(page, ana.name)
    })

    test('without a network, the signature waits in the page and is sent when the network returns', async ({
      context,
      page,
      trazo,
    }) => {
      const { ana, link, contract } = await invited(trazo, named('sin-red'))
      const signingChunk = page.waitForResponse((response) => /guest-signing[^/]*\.js$/.test(response.url()))
      const toasts = page.waitForResponse((response) => response.url().includes('deferred-toasts'))
      await openDocument(page, link)
      await Promise.all([signingChunk, toasts])
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await reviewAndDraw(page)
      await identifyByClock(page)
      await page.clock.runFor(5000)
      await page.clock.runFor(2000)
      const alert = page.getByRole('dialog', { name: 'Firmando el documento' }).getByRole('alert')
      await expect(alert).toContainText('Sin conexión. Tu firma queda guardada en esta página')
      await page.clock.resume()
      await expectAccessible(page)
      expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([false])
      await context.setOffline(false)
      await expect(thanksOf(page)).toBeVisible({ timeout: scaled(30_000) })
      await expectSignedBy(page, ana.name)
    })

    test('without a network before the signing chunk loads, the button shows why, and the review opens later', async ({
      context,
      page,
      trazo,
    }) => {
      const { link } = await invited(trazo, named('sin-partes'))
      let blocked = true
      // Also shared modules, in the shell's numbered chunks.
      const parts = /guest-signing|deferred-toasts|controls|evidence|assets\/\d+\./
      await context.route(parts, (route) => (blocked ? route.abort('internetdisconnected') : route.continue()))
      await openDocument(page, link)
      const sign = page.getByRole('button', { name: 'Agregar Firma Digital' })
      await expect(sign).toBeEnabled()
      await context.setOffline(true)
      await sign.click()
      const alert = page.locator('main').getByRole('alert')
      await expect(alert).toHaveText('Sin conexión. Seguimos cuando vuelva tu internet.')
      await expect(page.getByRole('button', { name: /Preparando la firma/ })).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
      blocked = false
      await context.setOffline(false)
      await expect(reviewOf(page)).toBeVisible()
      await expect(alert).toHaveCount(0)
    })

    test('the guest cancels at each step, the page confirms each cancellation, and nothing is signed', async ({
      page,
      trazo,
    }) => {
      const { link, contract } = await invited(trazo, named('cancela'))
      await openDocument(page, link)
      const begin = () => page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
      const cancel = () => page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
      await begin()
      await cancel()
      await expect(page.getByText('Revisión cancelada por el usuario.').first()).toBeVisible()
      await begin()
      await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
      await cancel()
      await expect(page.getByText('Proceso de firma cancelado.').first()).toBeVisible()
      await reviewAndDraw(page)
      await identify(page)
      await cancel()
      await expect(page.getByText('Proceso de verificación cancelado.').first()).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([false])
    })
  })

test.describe('rotating a phone', () => {
  const upright = { width: 390, height: 844 }
  const onItsSide = { width: 844, height: 390 }
  test.use({ viewport: upright, hasTouch: true, isMobile: true })

  const inkOf = (page: Page): Promise<boolean[]> =>
    page.getByRole('dialog').evaluate((dialog) => {
      const canvas = dialog.querySelector('canvas')
      const context = canvas?.getContext('2d')
      if (!canvas || !context) throw new Error('there is no paper')
      const width = Math.floor(canvas.width / 4)
      return [0, 1, 2, 3].map((quarter) =>
        context
          .getImageData(quarter * width, 0, width, canvas.height)
          .data.some((value, at) => at % 4 === 3 && value > 0),
      )
    })

  test('rotating the phone during drawing loses no stroke, and all controls stay within reach', async ({
    page,
    trazo,
  }) => {
    const { ana, link } = await invited(trazo, 'giro')
    await openDocument(page, link)
    await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
    await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
    await drawSignature(page)
    const paper = page.getByRole('img', { name: 'Tu firma dibujada' })
    await expect(paper).toBeVisible()
    const before = await inkOf(page)
    expect(before).toContain(true)

    await page.setViewportSize(onItsSide)
    const proceed = drawingOf(page).getByRole('button', { name: 'Continuar' })
    await expect(proceed).toBeInViewport({ ratio: 1 })
    await expect(paper).toBeInViewport({ ratio: 1 })
    await expect.poll(() => inkOf(page)).toEqual(before)
    const { x, y, width, height } = await boxOf(paper)
    await page.mouse.move(x + width * 0.1, y + height * 0.8)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.05, y + height * 0.2, { steps: 8 })
    await page.setViewportSize(upright)
    await page.mouse.up()
    await expect.poll(() => inkOf(page)).toEqual([true, true, true, true])
    await expect(proceed).toBeInViewport({ ratio: 1 })
    for (const button of await drawingOf(page).getByRole('button').all()) {
      const box = await boxOf(button)
      expect(Math.round(Math.min(box.width, box.height))).toBeGreaterThanOrEqual(44)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(upright.width)

    await proceed.click()
    await page.setViewportSize(onItsSide)
    await identifyAndConfirm(page)
    await expect(thanksOf(page).getByRole('button', { name: 'Quedarme aquí' })).toBeInViewport({ ratio: 1 })
    await expectSignedBy(page, ana.name)
  })
})
