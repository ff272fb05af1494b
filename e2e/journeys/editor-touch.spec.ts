import { aContract, handleOf, partOf, placeFor, tabOf, waitForSave } from '../harness/editor.ts'
import type { Guest } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'
import { boxOf, fingersOn, middleOf, panOf, sheetOf } from '../harness/viewer.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const OWNER = 'Mariela Solís'
const ana: Guest = { name: 'Ana Mora', email: 'ana@dedo.example' }
/** Minimum touch target in CSS pixels. */
const TARGET = 44

test('by touch, the owner places, moves, resizes and saves fields without moving the page, and invites', async ({
  page,
  trazo,
}) => {
  const contract = await aContract(trazo, 'dedo')
  const editor = await contract.open(page)
  const fingers = await fingersOn(page)
  const slide = async (what: Parameters<typeof middleOf>[0], dx: number, dy: number) => {
    const { x, y } = await middleOf(what)
    const steps = Array.from({ length: 11 }, (_, step) => [{ x: x + (dx * step) / 10, y: y + (dy * step) / 10 }])
    await fingers(steps)
  }

  // Small windows start at half size.
  expect((await boxOf(sheetOf(editor))).width).toBeCloseTo(595 / 2, 0)
  await editor.getByRole('button', { name: 'Firma de Usuario' }).tap()
  const field = tabOf(editor, OWNER)
  await expect(field).toBeVisible()
  const [start, pan] = [await boxOf(field), await panOf(editor)]
  expect([Math.round(start.width), Math.round(start.height)]).toEqual([100, 30])
  await slide(field, 40, 90)
  const moved = await boxOf(field)
  expect(moved.x - start.x).toBeCloseTo(40, 0)
  expect(moved.y - start.y).toBeCloseTo(90, 0)
  expect(await panOf(editor)).toEqual(pan)

  await slide(handleOf(editor, 'se'), 20, 25)
  const sized = await boxOf(field)
  expect(sized.width - moved.width).toBeCloseTo(20, 0)
  expect(sized.height - moved.height).toBeCloseTo(25, 0)
  expect(await panOf(editor)).toEqual(pan)
  await editor.getByRole('button', { name: 'Deshacer' }).tap()
  await expect.poll(async () => (await boxOf(field)).width).toBeCloseTo(moved.width, 0)

  // The sheet closes when the page needs attention.
  await editor.getByRole('button', { name: 'Firmantes (1)' }).tap()
  const sheet = editor.getByRole('complementary', { name: 'Firmantes del Documento' })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Agregar firmante' }).tap()
  await sheet.getByLabel('Nombre del firmante').fill(ana.name)
  await sheet.getByLabel('Email del firmante').fill(ana.email)
  await sheet.getByRole('button', { name: 'Agregar', exact: true }).tap()
  await expect(page.getByText('Firmante agregado')).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(editor.getByText('Elige en la página dónde firma Ana Mora.')).toBeVisible()
  const paper = await boxOf(sheetOf(editor))
  const target = { x: paper.x + 200, y: paper.y + 300 }
  await page.touchscreen.tap(target.x, target.y)
  await expect(editor.getByText(/^Elige en la página/)).toHaveCount(0)
  const there = await middleOf(tabOf(editor, ana.name))
  // Snapping moves it by up to 6 pixels.
  expect(Math.hypot(there.x - target.x, there.y - target.y)).toBeLessThan(9)
  const before = await partOf(editor, ana.name)

  await waitForSave(editor)
  await page.reload()
  await expect(editor.getByRole('button', { name: 'Editar', exact: true })).toBeVisible()
  await expect(tabOf(editor, ana.name)).toBeVisible()
  // While reading, a finger on a field only scrolls the page.
  await slide(tabOf(editor, ana.name), 30, 40)
  expect((await partOf(editor, ana.name)).x).toBeCloseTo(before.x, 3)
  await editor.getByRole('button', { name: 'Editar', exact: true }).tap()
  await slide(tabOf(editor, ana.name), 0, 60)
  expect((await partOf(editor, ana.name)).y).toBeGreaterThan(before.y)
  await waitForSave(editor)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).tap()
  await page.getByRole('button', { name: 'Enviar invitación' }).tap()
  await expect(page.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  expect((await contract.fields()).length).toBe(2)
})

test('touch targets are at least 44 px, and no content is wider than the phone', async ({ page, trazo }) => {
  const contract = await aContract(trazo, 'blanco')
  const editor = await contract.open(page)
  const expectTargets = async () => {
    for (const button of await editor.locator('button:visible, input:visible').all()) {
      if (await button.evaluate((element) => element.closest('[data-field] > button') !== null)) continue
      const { width, height } = await boxOf(button)
      const name = await button.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent)
      expect([name, Math.round(Math.min(width, height)) >= TARGET]).toEqual([name, true])
    }
  }
  await placeFor(editor, { ...ana, email: 'ana@blanco.example' }, expectTargets)
  const cancel = editor.getByRole('button', { name: 'Cancelar', exact: true })
  const placeOfCancel = await boxOf(cancel)
  await waitForSave(editor)
  // The save button goes by itself: nothing moves into its place.
  expect(await boxOf(cancel)).toEqual(placeOfCancel)
  await expectTargets()
  await editor.getByRole('button', { name: 'Firmantes (1)' }).tap()
  await expectTargets()
  await editor.getByRole('tab', { name: /^Campos/ }).tap()
  await expectTargets()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const foot = await boxOf(editor.getByRole('button', { name: 'Firmantes (1)' }))
  expect(foot.y + foot.height).toBeLessThanOrEqual(844)
  await editor.getByRole('button', { name: 'Firmantes (1)' }).tap()
  await cancel.tap()
  const next = await boxOf(editor.getByRole('button', { name: 'Colocar campo de Ana Mora' }))
  expect(next.x + next.width).toBeLessThanOrEqual(390)
})
