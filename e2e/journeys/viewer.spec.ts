import { expectAccessible } from '../harness/axe.ts'
import { fieldOf, signAsGuest } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'
import {
  aDocument,
  boxOf,
  expectPage,
  fingersOn,
  middleOf,
  type Point,
  panOf,
  sheetOf,
  stageOf,
  zoomOf,
} from '../harness/viewer.ts'

const pages = [
  { text: 'Contrato de arrendamiento\nLa dueña firmará cada hoja.' },
  { text: 'Segunda hoja\nAquí no hay nada.' },
  { text: 'Tercera hoja\nFIRMA del inquilino y otra firma.' },
]

test('in the editor, the user zooms, pans, selects text and types a page number', async ({ page, trazo }) => {
  const { editor: open } = await aDocument(trazo, 'visor', pages)
  const editor = await open(page)
  await expectPage(editor, 1)

  await test.step('buttons, keys and Ctrl with the wheel zoom; wheel, mouse and arrow keys pan; Home resets the view', async () => {
    const zoom = () => zoomOf(editor)
    expect(await zoom()).toBe(1)

    await editor.getByRole('button', { name: 'Acercar' }).click()
    await expect.poll(zoom).toBe(1.25)
    await editor.getByRole('button', { name: 'Alejar' }).click()
    await expect.poll(zoom).toBe(1)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await page.keyboard.press('-')
    await expect.poll(zoom).toBe(1.25)

    const { x, y } = await middleOf(stageOf(editor))
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await expect.poll(zoom).toBe(1.35)
    for (let notch = 0; notch < 30; notch += 1) await page.mouse.wheel(0, -100)
    await expect.poll(zoom).toBe(3)
    for (let notch = 0; notch < 40; notch += 1) await page.mouse.wheel(0, 100)
    await expect.poll(zoom).toBe(0.5)
    await page.keyboard.up('Control')

    await page.keyboard.press('Home')
    await expect.poll(zoom).toBe(1)
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('+')
    await expect.poll(zoom).toBe(1.75)
    const start = await panOf(editor)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => panOf(editor)).toEqual({ x: start.x, y: start.y + 200 })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => panOf(editor)).toEqual({ x: start.x + 20, y: start.y + 220 })
    await page.mouse.down()
    await page.mouse.move(x + 30, y + 50, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => panOf(editor)).toEqual({ x: start.x - 10, y: start.y + 170 })
    await page.keyboard.press('Home')
    await expect.poll(zoom).toBe(1)
    expect((await panOf(editor)).y).toBe(0)
  })

  await test.step('the mouse selects text when dragged on a line, and pans the page when dragged next to the text', async () => {
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('+')
    await expect.poll(() => zoomOf(editor)).toBe(2)
    await middleOf(stageOf(editor)).then(({ x, y }) => page.mouse.move(x, y))
    await page.mouse.wheel(0, -2000)
    await expect.poll(async () => (await panOf(editor)).y).toBe(0)
    const start = await panOf(editor)
    const line = await boxOf(editor.getByText(/^La dueña/))
    await page.mouse.move(line.x + 60, line.y + line.height / 2)
    await page.mouse.down()
    await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2, { steps: 5 })
    await page.mouse.up()
    const selected = await page.evaluate(() => String(getSelection()))
    expect(selected.length).toBeGreaterThan(5)
    expect('La dueña firmará cada hoja.').toContain(selected)
    expect(await panOf(editor)).toEqual(start)

    await page.mouse.move(line.x + 100, line.y + 250)
    await page.mouse.down()
    await page.mouse.move(line.x + 60, line.y + 150, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => panOf(editor)).toEqual({ x: start.x + 40, y: start.y + 100 })
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await page.keyboard.press('Home')
    await expect.poll(() => zoomOf(editor)).toBe(1)
  })

  await test.step('the user types a page number, and no key pans or zooms while a field is placed or a number is typed', async () => {
    await editor.getByRole('button', { name: 'Página 1 de 3' }).click()
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await expect(editor.getByText('Escribe un número del 1 al 3.')).toBeVisible()
    await page.keyboard.type('3+')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expectPage(editor, 3)
    await expect(editor.getByRole('button', { name: 'Página siguiente' })).toBeDisabled()
    expect(await zoomOf(editor)).toBe(1)

    await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
    await stageOf(editor).focus()
    const before = await panOf(editor)
    for (const key of ['ArrowDown', 'ArrowRight', '+', '-', 'Home']) await page.keyboard.press(key)
    expect([await zoomOf(editor), await panOf(editor)]).toEqual([1, before])
    await editor.getByRole('button', { name: 'Acercar' }).click()
    await expect(page.getByText(/^No se puede hacer zoom mientras hay campos de firma activos\./)).toBeVisible()
    expect(await zoomOf(editor)).toBe(1)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

  test('two fingers zoom, one finger pans, and every tool fits the screen', async ({ page, trazo }) => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ text: `Hoja ${index + 1}` }))
    const { link } = await aDocument(trazo, 'telefono', many)
    await page.goto(await link())
    await expectPage(page, 1)
    const zoom = () => zoomOf(page)
    const fitted = 0.628
    expect(await zoom()).toBe(fitted)
    const fingers = await fingersOn(page)
    const { x, y } = await middleOf(stageOf(page))
    const apart = (distance: number): [Point, Point] => [
      { x: x - distance / 2, y },
      { x: x + distance / 2, y },
    ]
    await fingers([80, 100, 120, 140, 160, 180, 200].map(apart))
    await expect.poll(zoom).toBe(1.57)
    // The browser's own zoom is unchanged.
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)

    const before = await panOf(page)
    await fingers([0, 20, 40, 60, 80, 100, 120].map((up) => [{ x, y: y - up }]))
    await expect.poll(async () => (await panOf(page)).y).toBeGreaterThan(before.y + 60)
    expect(await zoom()).toBe(1.57)

    await fingers([300, 200, 100, 40, 20].map(apart))
    await expect.poll(zoom).toBe(0.5)

    const toolbar = page.getByRole('group', { name: 'Páginas y zoom' })
    await fingers([0, 20, 40, 60, 80, 100, 120].map((down) => [{ x, y: y + down }]))
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    const bar = await boxOf(toolbar)
    expect(bar.x).toBeGreaterThanOrEqual(0)
    expect(bar.x + bar.width).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Ayuda y herramientas' }).tap()
    await expect(page.getByText('En una pantalla táctil: un dedo mueve, dos dedos acercan.')).toBeVisible()
    const panel = await boxOf(page.getByText('Cómo moverte por el documento').locator('..'))
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(390)
    await toolbar.evaluate((element) =>
      Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    )
    for (const button of await toolbar.getByRole('button').all()) {
      const { width, height } = await boxOf(button)
      expect(Math.min(width, height), (await button.textContent()) ?? 'icono').toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('button', { name: 'Buscar', exact: true }).tap()
    await expect(page.getByRole('searchbox', { name: 'Texto que buscas' })).toBeFocused()
    await page.getByRole('button', { name: 'Cerrar la búsqueda' }).tap()
    await page.getByRole('button', { name: 'Página 1 de 1000' }).tap()
    await expect(page.getByRole('textbox', { name: 'Página' })).toBeFocused()
    const asking = await boxOf(toolbar)
    expect(asking.x).toBeGreaterThanOrEqual(0)
    expect(asking.x + asking.width).toBeLessThanOrEqual(390)
    expect(await toolbar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

test.describe('reading on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

  test('pages form one column, the bars hide and return on scrolling, and no bar covers the field', async ({
    page,
    trazo,
  }) => {
    const { link, guest, file } = await aDocument(trazo, 'leer', [...pages, { text: 'Cuarta hoja' }])
    await page.goto(await link(3, { at: [0.91, 0.93, 50 / 595, 30 / 842] }))
    await expectPage(page, 1)
    await expect(page.getByText(String(file.id))).toHaveCount(0)
    const toolbar = page.getByRole('group', { name: 'Páginas y zoom' })
    const sign = page.getByRole('button', { name: 'Agregar Firma Digital' })
    const bars = [page.getByRole('banner'), page.getByRole('heading', { name: 'leer.pdf' }), toolbar, sign]
    const expectBars = async (shown: boolean) => {
      for (const bar of bars)
        if (shown) await expect(bar).toBeInViewport({ ratio: 1 })
        else await expect(bar).not.toBeInViewport()
    }
    await expectBars(true)

    const fingers = await fingersOn(page)
    const swipe = (by: number) => fingers([0, 0.25, 0.5, 0.75, 1].map((part) => [{ x: 195, y: 500 + part * by }]))
    await swipe(-60)
    await expectBars(false)
    await expectAccessible(page)
    await swipe(60)
    await expectBars(true)
    await stageOf(page).focus()
    await page.keyboard.press('Home')
    // Unlike a finger, the wheel has no momentum.
    await page.mouse.move(195, 400)
    await page.mouse.wheel(0, 450)
    await expect(stageOf(page)).toHaveAccessibleName('Página 2')
    for (const sheet of [0, 1]) await expect(sheetOf(page).nth(sheet)).toBeInViewport()
    await expectBars(false)
    await page.mouse.wheel(0, -40)
    await expectBars(true)
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, scrollY])).toEqual([390, 0])

    await page.getByRole('button', { name: 'Ir a mi campo (página 3)' }).tap()
    await expectPage(page, 3)
    const field = fieldOf(page.locator('main'), guest)
    const call = page.getByText('Firma aquí')
    for (const part of [field, call]) await expect(part).toBeInViewport({ ratio: 1 })
    const [{ y, height }, words, bar] = [await boxOf(field), await boxOf(call), await boxOf(toolbar)]
    expect(Math.max(y + height, words.y + words.height)).toBeLessThanOrEqual(bar.y)
    expect(await call.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.touchscreen.tap(195, 300)
    await expectBars(false)
    await page.touchscreen.tap(195, 300)
    await expectBars(true)

    // On its side, the pager has a row too.
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(async () => (await boxOf(sheetOf(page).first())).width).toBeGreaterThan(390)
    for (const part of [field, call]) await expect(part).toBeInViewport({ ratio: 1 })
    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, 60)
    await expect(toolbar).not.toBeInViewport()
    await page.mouse.wheel(0, -40)
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    const [stage, row] = [await boxOf(stageOf(page)), await boxOf(toolbar.locator('..'))]
    expect([row.x, row.width, row.y + row.height]).toEqual([stage.x, stage.width, 390])
  })
})

test('a guest copies and searches text, sees sharp pages on each screen, and keeps the page after signing', async ({
  page,
  context,
  trazo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { link, guest } = await aDocument(trazo, 'lectura', pages)
  await page.goto(await link(2))
  await expectPage(page, 1)

  await test.step('the mouse selects text, the user copies the text, and a click next to the text clears the selection', async () => {
    // The viewer had scrolled to the guest's field.
    await page.keyboard.press('Home')
    const [title, line] = [
      await boxOf(page.getByText('Contrato de arrendamiento')),
      await boxOf(page.getByText(/^La dueña/)),
    ]
    await page.mouse.move(title.x + 1, title.y + title.height / 2)
    await page.mouse.down()
    await page.mouse.move(line.x + line.width + 40, line.y + line.height / 2, { steps: 12 })
    await page.mouse.up()
    await page.keyboard.press('Control+c')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.replace(/\r/g, '')).toBe('Contrato de arrendamiento\nLa dueña firmará cada hoja.')
    expect((await panOf(page)).y).toBe(0)

    await page.mouse.click(line.x + 20, line.y + 300)
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })

  await test.step('the page stays sharp at each pixel density and shrinks with the window', async () => {
    const pixels = () =>
      sheetOf(page)
        .first()
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.width)
    expect(await pixels()).toBe(595)
    // Only small windows have a column and bars that fold.
    await page.mouse.move(400, 400)
    await page.mouse.wheel(0, 100)
    await expect.poll(async () => (await panOf(page)).y).toBe(100)
    await expect(sheetOf(page)).toHaveCount(1)
    await expect(page.getByRole('group', { name: 'Páginas y zoom' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Home')
    const session = await page.context().newCDPSession(page)
    const screen = (width: number, deviceScaleFactor: number) =>
      session.send('Emulation.setDeviceMetricsOverride', { width, height: 860, deviceScaleFactor, mobile: false })
    for (const [step, ratio] of [2, 3, 1.5].entries()) {
      // An emulated screen fires events only if its size changes.
      await screen(1281 + step, ratio)
      await expect.poll(pixels).toBe(Math.floor(595 * ratio))
    }
    await screen(900, 2)
    await expect.poll(() => zoomOf(page)).toBe(0.84)
    await expect.poll(pixels).toBe(Math.floor(595 * 2 * 0.84))
    await screen(1280, 1)
    await expect.poll(() => zoomOf(page)).toBe(1)
  })

  await test.step('the search finds text on all pages, marks each match in its place and moves between matches', async () => {
    await stageOf(page).focus()
    await page.keyboard.press('Control+f')
    const search = page.getByRole('search', { name: 'Buscar en el documento' })
    await expect(search.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('FIRMA')
    await expect(search.getByRole('status')).toHaveText('Coincidencia 1 de 3, página 1.')
    const current = page.locator('[data-match="current"]')
    const line = await boxOf(page.getByText('La dueña firmará cada hoja.'))
    const mark = await boxOf(current)
    expect(mark.x).toBeGreaterThan(line.x)
    expect(mark.x + mark.width).toBeLessThan(line.x + line.width)
    // Heights depend on the installed fonts, centres do not.
    expect(Math.abs(mark.y + mark.height / 2 - line.y - line.height / 2)).toBeLessThan(2)

    await page.keyboard.press('Enter')
    await expectPage(page, 3)
    await expect(search.getByRole('status')).toHaveText('Coincidencia 2 de 3, página 3.')
    await expect(page.locator('[data-match]')).toHaveCount(2)
    const first = await boxOf(current)
    await page.keyboard.press('Enter')
    await expect(search.getByRole('status')).toHaveText('Coincidencia 3 de 3, página 3.')
    await expect.poll(async () => (await boxOf(current)).x).toBeGreaterThan(first.x + first.width)

    await stageOf(page).focus()
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('+')
    await expect.poll(() => zoomOf(page)).toBe(3)
    await page.keyboard.press('Control+f')
    await page.keyboard.press('Shift+Enter')
    await expect(search.getByRole('status')).toHaveText('Coincidencia 2 de 3, página 3.')
    await expect(current).toBeInViewport({ ratio: 1 })
    await page.keyboard.type('hipoteca')
    await expect(search.getByRole('status')).toHaveText('Sin coincidencias.')
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await expect(page.locator('[data-match]')).toHaveCount(0)
    await expect(stageOf(page)).toBeFocused()
    await page.keyboard.press('Home')
    await expect.poll(() => zoomOf(page)).toBe(1)
  })

  await test.step('after signing, the viewer keeps the page number and resets the zoom', async () => {
    await page.getByRole('button', { name: 'Página anterior' }).click()
    await page.getByRole('button', { name: 'Página anterior' }).click()
    await expectPage(page, 1)
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    await expectPage(page, 2)
    await page.getByRole('button', { name: 'Acercar' }).click()
    await expect.poll(() => zoomOf(page)).toBe(1.25)
    await signAsGuest(page, guest)
    await page.getByRole('button', { name: 'Finalizar' }).click()
    await expectPage(page, 2)
    await expect.poll(() => zoomOf(page)).toBe(1)
  })
})
