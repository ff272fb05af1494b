import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { enter, type Guest, type Owner, ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { expect, test } from '../harness/trazo.ts'

const PHONE = { width: 390, height: 844 }
const TOKENS = 'trazo.auth-tokens'

const logIn = async (page: Page, owner: Owner): Promise<void> => {
  await enter(page, owner)
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
}

const storedTokens = (page: Page) => page.evaluate((key) => localStorage.getItem(key), TOKENS)
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
const main = (page: Page) => page.getByRole('main')
const headerLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).filter({ visible: true })

test.describe('1, section 2: routes of the shell', () => {
  test('the main area has 100 px padding at the top, and 0 px under /sign/', async ({ page }) => {
    for (const path of sampleOf(['/', '/login', '/no-existe', '/document', '/color-palette'], 1)) {
      await page.goto(path)
      await expect(main(page), path).toHaveCSS('padding-top', '100px')
    }
    for (const path of sampleOf(['/sign/42/contrato', '/sign/field/42/contrato/7', '/sign/42'], 1)) {
      await page.goto(path)
      await expect(main(page), path).toHaveCSS('padding-top', '0px')
    }
  })

  test('the home page loads no remote, and its skip link and account buttons work', async ({ page }) => {
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByText('Cifras de muestra.')).toBeVisible()
    for (const figure of ['10K+', '99.9%', '24/7']) await expect(page.getByText(figure, { exact: true })).toBeVisible()
    const picture = page.getByRole('img', { name: /^Un acuerdo en Trazo/ })
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)
    expect(paths.filter((path) => path.startsWith('/r/'))).toEqual([])
    expect(paths.filter((path) => path.endsWith('.webp'))).toHaveLength(2)

    await test.step('the first Tab reaches the skip link, which moves the focus to the main area', async () => {
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Saltar al contenido' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(main(page)).toBeFocused()
      await expect(page).toHaveURL('/')
    })

    await test.step('anonymous visitors see buttons to log in and to register', async () => {
      await expect(headerLink(page, 'Dashboard')).toHaveCount(0)
      await headerLink(page, 'Registrarse').click()
      await expect(page).toHaveURL('/register')
      await headerLink(page, 'Iniciar sesión').click()
      await expect(page).toHaveURL('/login')
      await page.getByRole('link', { name: 'Trazo, ir al inicio' }).click()
      await expect(page).toHaveURL('/')
    })
  })

  test('on a phone, the home page fetches one picture, and no page is wider than the screen', async ({ page }) => {
    const pictures: string[] = []
    page.on('request', (request) => /\.webp$/.test(request.url()) && pictures.push(request.url()))
    await page.setViewportSize(PHONE)
    const open = async (path: string, options = {}) => {
      await page.goto(path, options)
      // The style guide shows a second h1 as a sample.
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const tooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(tooWide, path).toBeLessThanOrEqual(0)
    }
    await open('/', { waitUntil: 'networkidle' })
    expect(pictures).toEqual([expect.stringContaining('phone-light')])

    await open('/no-existe')
    await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible()
    await expect(page).toHaveTitle('Página no encontrada · Trazo')
    await page.getByRole('link', { name: 'Volver al inicio' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Un trazo, y queda firmado.' })).toBeFocused()

    await open('/color-palette')
    await page.setViewportSize({ width: 1280, height: 860 })
    await test.step('the style guide links to its entries, and its dialogs open', async () => {
      const contents = page.getByRole('navigation', { name: 'En esta página' })
      await contents.getByRole('link', { name: 'ConfirmDialog' }).click()
      const entry = page.getByRole('region', { name: 'ConfirmDialog' })
      await expect(entry).toBeInViewport()
      await entry.getByRole('group', { name: 'Tema oscuro' }).getByRole('button', { name: 'Eliminar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Eliminar documento' })
      await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByText('✗')).toHaveCount(0)
      await expect(page.getByText('✓').first()).toBeVisible()
    })
  })
})

test.describe('1, section 2: header', () => {
  test('the user menu works by keyboard, and Esc closes the menu and restores the focus', async ({ page, trazo }) => {
    const owner = ownerNamed('menu-usuario')
    await ownerApi(trazo, owner)
    await logIn(page, owner)
    await expect(headerLink(page, 'Dashboard')).toBeVisible()
    const button = page.getByRole('button', { name: owner.firstName })
    const email = page.getByRole('banner').getByText(owner.email)
    await expect(email).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(email).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(email).toBeHidden()
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    await headerLink(page, 'Mi Perfil').press('Enter')
    await expect(page).toHaveURL('/profile')
    await expect(email).toBeHidden()

    await button.click()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL('/login')
    expect(await storedTokens(page)).toBeNull()
  })

  test('the mobile menu works by keyboard in both themes, and Esc closes the menu and restores the focus', async ({
    page,
    trazo,
  }) => {
    const owner = ownerNamed('menu-movil')
    await ownerApi(trazo, owner)
    await page.setViewportSize(PHONE)
    await page.goto('/')
    const burger = page.getByRole('button', { name: 'Menú' })
    for (const toggle of ['Cambiar al tema oscuro', 'Cambiar al tema claro']) {
      await expect(headerLink(page, 'Registrarse')).toHaveCount(0)
      await burger.focus()
      await page.keyboard.press('Enter')
      await expect(headerLink(page, 'Inicio')).toBeInViewport()
      await expect(headerLink(page, 'Registrarse')).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(headerLink(page, 'Inicio')).toHaveCount(0)
      await expect(burger).toBeFocused()
      await page.getByRole('button', { name: toggle }).click()
    }
    await burger.click()
    await headerLink(page, 'Iniciar sesión').click()
    await expect(headerLink(page, 'Inicio')).toHaveCount(0)

    await logIn(page, owner)
    await burger.click()
    await expect(page.getByRole('banner').getByText(owner.email)).toBeVisible()
    await expect(headerLink(page, 'Mi Perfil')).toBeVisible()
    await expect(headerLink(page, 'Dashboard')).toHaveCount(1)
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('1, section 4: the session on signing pages', () => {
  const guest: Guest = { name: 'Luis Araya', email: 'luis@marco.example' }

  const signingLink = async (trazo: Parameters<typeof ownerApi>[0], owner: Owner): Promise<string> => {
    const api = await ownerApi(trazo, owner)
    const file = await api.upload('Contrato.pdf', makePdf([{ text: 'Contrato de arrendamiento' }]))
    return api.invite(file, await api.addField(file, guest), guest)
  }

  test('signing pages hide account links; «Inicio» and the back button end the session, opening a link does not', async ({
    page,
    trazo,
  }) => {
    const owner = ownerNamed('inicio-firma')
    const link = await signingLink(trazo, owner)
    await logIn(page, owner)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Contrato.pdf' })).toBeVisible()
    const links = page.getByRole('banner').getByRole('link')
    await expect(links).toHaveText(['Inicio'])
    await expect(page.getByRole('button', { name: owner.firstName })).toHaveCount(0)
    await links.click()
    await expect(page).toHaveURL('/')
    await expect(headerLink(page, 'Iniciar sesión')).toBeVisible()
    expect(await storedTokens(page)).toBeNull()

    await logIn(page, owner)
    expect(await storedTokens(page)).not.toBeNull()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Contrato.pdf' })).toBeVisible()
    expect(await storedTokens(page)).not.toBeNull()

    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Contrato.pdf' })).toBeVisible()
    await expect.poll(() => storedTokens(page)).toBeNull()
    await page.goForward()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('1, section 4: theme', () => {
  test('the theme is light by default, persists between visits and applies before the first paint', async ({
    context,
    page,
  }) => {
    await page.goto('/')
    expect(await theme(page)).toBeUndefined()
    await page.getByRole('button', { name: 'Cambiar al tema oscuro' }).click()
    expect(await theme(page)).toBe('dark')

    // Recorded before any bundle runs.
    await context.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { themesSeen: seen })
      new MutationObserver(() => {
        if (document.body) seen.push(document.documentElement.dataset.theme ?? 'light')
      }).observe(document, { childList: true, subtree: true })
    })
    const seen = (at: Page) => at.evaluate(() => [...new Set((globalThis as { themesSeen?: string[] }).themesSeen)])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Cambiar al tema claro' })).toBeVisible()
    expect(await seen(page)).toEqual(['dark'])

    const nextVisit = await context.newPage()
    await nextVisit.goto('/no-existe')
    await expect(nextVisit.getByRole('button', { name: 'Cambiar al tema claro' })).toBeVisible()
    expect(await seen(nextVisit)).toEqual(['dark'])
    await expect(nextVisit.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#10151f')
    await nextVisit.getByRole('button', { name: 'Cambiar al tema claro' }).click()
    await nextVisit.reload()
    await expect(nextVisit.getByRole('button', { name: 'Cambiar al tema oscuro' })).toBeVisible()
    expect(await seen(nextVisit)).toEqual(['light'])
  })
})
