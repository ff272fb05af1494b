import type { Locator, Page } from 'playwright/test'
import { href } from 'shared/contract'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

const isInWindow = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left >= 0 && right <= document.documentElement.clientWidth
  })

test('from 320 px on, «Anotar» and «Generar URL» stand in the window', async ({ page, trazo }) => {
  const contract = await aContract(trazo, 'angostas')
  const long = `${'contrato-de-alquiler-sin-espacios-'.repeat(4)}.pdf`
  await contract.api.upload(long, await contract.api.download(contract.file))
  for (const width of [320, 390, 600, 900]) {
    await page.setViewportSize({ width, height: 844 })
    await enter(page, ownerNamed('angostas'), '/dashboard?tab=urls')
    const buttons = page.getByRole('button', { name: /^Generar URL/ })
    await expect(buttons).toHaveCount(3)
    for (const button of await buttons.all()) expect(await isInWindow(button)).toBe(true)
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/dashboard')
    const editor = await contract.open(page)
    const annotate = editor.getByRole('button', { name: 'Anotar', exact: true })
    await expect(annotate).toBeEnabled()
    expect(await isInWindow(annotate)).toBe(true)
    await expectAccessible(page)
  }
})

test('the invitation starts at its title, and the focus stays in it after sending', async ({ page, trazo }) => {
  const contract = await aContract(trazo, 'foco')
  await contract.api.addField(contract.file, { name: 'Ana Mora', email: `ana@${contract.file.id}.example` })
  await enter(page, ownerNamed('foco'))
  const editor = await contract.open(page)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  const title = dialog.getByRole('heading', { name: 'Invitar a Trazo' })
  await expect(title).toBeFocused()
  const send = dialog.getByRole('button', { name: /^Enviar/ })
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('¡Todas las invitaciones enviadas exitosamente!').first()).toBeVisible()
  await expect(send).toBeHidden()
  await expect(title).toBeFocused()
})

const themes = ['light', 'dark'] as const

const looks = (page: Page, theme: (typeof themes)[number]) =>
  page.evaluate((wanted) => {
    if (wanted === 'dark') document.documentElement.dataset.theme = wanted
    else delete document.documentElement.dataset.theme
    const accent = document.createElement('i')
    accent.style.color = 'var(--color-accent)'
    document.body.append(accent)
    const expected = getComputedStyle(accent).color
    accent.remove()
    const controls = [...document.querySelectorAll('input[type=checkbox], input[type=radio]')].map((control) => {
      const { accentColor, inlineSize, blockSize, colorScheme } = getComputedStyle(control)
      return { accentColor, inlineSize, blockSize, colorScheme }
    })
    return { expected, controls }
  }, theme)

test('check boxes and options look alike on every page, in both themes', async ({ page, trazo }) => {
  await aContract(trazo, 'nativos')
  await enter(page, ownerNamed('nativos'), '/dashboard?tab=urls')
  const check = async (): Promise<void> => {
    await expect(page.locator('input:is([type=checkbox], [type=radio])').first()).toBeVisible()
    for (const theme of themes) {
      const { expected, controls } = await looks(page, theme)
      for (const control of controls)
        expect(control).toEqual({ accentColor: expected, inlineSize: '18px', blockSize: '18px', colorScheme: theme })
    }
  }
  await check()
  await page.goto(`${href.profile()}?tab=programs`)
  await page.getByRole('button', { name: 'Crear token' }).click()
  const question = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await question.getByLabel('Tu contraseña').fill(ownerNamed('nativos').password)
  await question.getByRole('button', { name: 'Continuar' }).click()
  await check()
})
