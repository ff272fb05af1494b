import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, type EditorJourney } from '../harness/editor.ts'
import { addFormField } from '../harness/form-fields.ts'
import type { Guest } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const pagesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `Hoja ${index + 1}` }))

const stripOf = (editor: Locator): Locator => editor.getByRole('navigation', { name: 'Páginas' })
const inviteDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Invitar a Trazo' })
const checkOf = (page: Page): Locator => inviteDialog(page).getByText(/^Antes de enviar, revisa/)
const lineOf = (field: Locator): Promise<string> =>
  field.evaluate((button) => getComputedStyle(button).getPropertyValue('--tab-line'))

const unfinishedContract = async (trazo: Trazo, name: string): Promise<EditorJourney> => {
  const contract = await aContract(trazo, name, pagesOf(6))
  const { api, file } = contract
  const ana: Guest = { name: 'Ana Mora', email: `ana@${file.id}.example` }
  const alba: Guest = { name: 'Alba Méndez', email: `alba@${file.id}.example` }
  const own: Guest = { name: 'Mariela Solís', email: '' }
  const fieldId = await api.addField(file, ana, { page: 1 })
  await api.addField(file, alba, { page: 1, at: [0.46, 0.6, 0.3, 0.08] })
  await api.addField(file, alba, { page: 4 })
  await api.addField(file, own, { page: 6, own: true })
  const add = (label: string, y: number, rule: Parameters<typeof addFormField>[2]['rule']) =>
    addFormField(contract, trazo.url, { fieldId, label, y, rule })
  await add('Texto', 0.2, { kind: 'text', max_length: 100, multiline: false })
  await add('Plan', 0.3, { kind: 'choice', options: ['Opción 1', 'Opción 2'] })
  await add('Ingreso', 0.4, { kind: 'date', default_today: true })
  return contract
}

const windows = [
  { title: 'in a large window', small: false, use: { viewport: { width: 1440, height: 900 } } },
  {
    title: 'on a phone',
    small: true,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
]

for (const { title, small, use } of sampleOf(windows, 1, 1))
  test.describe(title, () => {
    test.use(use)

    test('the owner sees who signs where, and what is unfinished before anything is sent', async ({ page, trazo }) => {
      const contract = await unfinishedContract(trazo, `donde-${use.viewport.width}`)
      const editor = await contract.open(page)
      const ana = editor.getByRole('button', { name: 'Ana Mora, Campo de Firma, por firmar' })
      const alba = editor.getByRole('button', { name: 'Alba Méndez, Campo de Firma, por firmar' })
      await expect(ana.locator('[data-initials="AM"]')).toBeVisible()
      await expect(alba.locator('[data-initials="AM2"]')).toBeVisible()
      expect(await lineOf(ana)).not.toBe(await lineOf(alba))
      expect(await lineOf(editor.getByRole('button', { name: /^Texto, Texto · Ana Mora/ }))).toBe(await lineOf(ana))
      if (small) await expect(stripOf(editor)).toHaveCount(0)
      else await walkTheStrip(page, editor)
      await expectAccessible(page)

      await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
      await expect(checkOf(page)).toHaveText(
        'Antes de enviar, revisa 1 campo sin nombre, 1 lista con opciones de ejemplo y 1 par de campos encimados.',
      )
      await expect(inviteDialog(page).getByText(/un campo de firma en la página 1 y 3 para llenar/)).toBeVisible()
      await expect(checkOf(page)).toBeInViewport()
      await checkOf(page).click()
      await expectAccessible(page)
      const plan = 'La lista «Plan» de la página 1 todavía tiene opciones de ejemplo.'
      await inviteDialog(page)
        .getByRole('button', { name: `Ver: ${plan}` })
        .click()
      await expect(inviteDialog(page)).toHaveCount(0)
      const list = editor.getByRole('button', { name: /^Plan, Lista · Ana Mora/ })
      await expect(list).toBeFocused()
      await expect(list).toBeInViewport()
      await expectAccessible(page)

      await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
      await inviteDialog(page).getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
      await expect(inviteDialog(page).getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
      await expect(checkOf(page)).toHaveCount(0)
      expect(await contract.invitations()).toHaveLength(3)
    })
  })

const walkTheStrip = async (page: Page, editor: Locator): Promise<void> => {
  const strip = stripOf(editor)
  await expect(strip.getByRole('listitem')).toHaveCount(6)
  const first = strip.getByRole('button', { name: 'Página 1: Ana Mora y Alba Méndez' })
  await expect(first).toHaveAttribute('aria-current', 'page')
  await expect(first.locator('img')).toBeVisible()
  await first.focus()
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(editor.getByText('Página 4 de 6')).toBeVisible()
  await expect(strip.getByRole('button', { name: 'Página 4: Alba Méndez' })).toHaveAttribute('aria-current', 'page')
  await strip.getByRole('button', { name: 'Ocultar las páginas' }).click()
  await expect(strip.getByRole('list')).toHaveCount(0)
  await strip.getByRole('button', { name: 'Ver las páginas' }).click()
  await strip.getByRole('button', { name: /^Página 1:/ }).click()
  await expect(editor.getByText('Página 1 de 6')).toBeVisible()
}

test.describe('a long document', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('of 300 pages only those in sight are drawn, and the last one is a key away', async ({ page, trazo }) => {
    const contract = await aContract(trazo, 'trescientas', pagesOf(300))
    const editor = await contract.open(page)
    const strip = stripOf(editor)
    await expect(strip.getByRole('button', { name: 'Página 5', exact: true }).locator('img')).toBeVisible()
    expect(await strip.locator('img').count()).toBeLessThan(20)
    await strip.getByRole('button', { name: 'Página 1', exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(editor.getByText('Página 300 de 300')).toBeVisible()
    await expect(strip.getByRole('button', { name: 'Página 300' }).locator('img')).toBeVisible()
    expect(await strip.locator('img').count()).toBeLessThan(40)
    await expectAccessible(page)
  })
})

test('the tabs of the panel fit with counts of two and three digits, at each width that has the panel', async ({
  page,
  trazo,
}) => {
  const contract = await aContract(trazo, 'pestanas', pagesOf(2))
  const { api, file } = contract
  const people = Array.from({ length: 12 }, (_, index) => `Persona ${String.fromCharCode(65 + index)}`)
  const ids: number[] = []
  for (const [index, name] of people.entries()) {
    const at = [0.05 + (index % 3) * 0.3, 0.05 + Math.floor(index / 3) * 0.1, 0.2, 0.06] as const
    ids.push(await api.addField(file, { name, email: `p${index}@${file.id}.example` }, { page: 1, at: [...at] }))
  }
  const rule = { kind: 'text', max_length: 100, multiline: false } as const
  for (let index = 0; index < 90; index++)
    await addFormField(contract, trazo.url, {
      fieldId: ids[0] ?? 0,
      label: `Dato ${index}`,
      y: 0.5 + 0.005 * index,
      rule,
    })
  const editor = await contract.open(page)
  const tabs = editor.getByRole('tablist', { name: 'Firmantes y campos' })
  await expect(tabs.getByRole('tab', { name: 'Firmantes del Documento 12' })).toBeVisible()
  await expect(tabs.getByRole('tab', { name: 'Campos 102' })).toBeVisible()
  for (const width of [1100, 1180, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      tabs.evaluate((list, wanted) => [innerWidth === wanted, list.scrollWidth - list.clientWidth], width)
    await expect.poll(overflow).toEqual([true, 0])
  }
})
