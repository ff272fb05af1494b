import { href } from 'shared/contract'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import { allowOrigin, framedLink, isFrameRefused, REACHES_LOCAL_SITES, servePages } from '../harness/embedding.ts'
import { enter, type Owner, ownerNamed } from '../harness/people.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

test.use(REACHES_LOCAL_SITES)

const LOCAL = 'http://localhost:5173'
const FOREIGN = 'http://localhost.evil.example:5173'

const inviteOf = async (trazo: Trazo, owner: Owner) => {
  const api = await ownerApi(trazo, owner)
  const { file } = await contractOf(trazo, api, 'Contrato de prueba.pdf', threePages, (own) => enter(own, owner))
  const ana = { name: 'Ana Mora', email: `ana@local-${file.id}.example` }
  return { api, link: await api.invite(file, await api.addField(file, ana), ana) }
}

test('a developer’s own computer frames the links of the account in development, and no others', async ({
  page,
  browser,
  trazo,
}) => {
  const owner = ownerNamed('desarrolla')
  const other = ownerNamed('publica')
  const { link } = await inviteOf(trazo, owner)
  const foreign = await inviteOf(trazo, other)
  await allowOrigin(trazo, foreign.api.token, other.password, 'https://portal.example')

  const context = await browser.newContext({ baseURL: trazo.url })
  const profile = await context.newPage()
  const prove = async () => {
    const question = profile.getByRole('dialog', { name: 'Confirma que eres tú' })
    await question.getByLabel('Tu contraseña').fill(owner.password)
    await question.getByRole('button', { name: 'Continuar' }).click()
  }
  const addLocal = async () => {
    await profile.getByRole('button', { name: 'Agregar sitio' }).click()
    await prove()
    const dialog = profile.getByRole('dialog', { name: 'Agregar sitio' })
    await dialog.getByLabel('Dirección del sitio').fill(LOCAL)
    await dialog.getByRole('button', { name: 'Agregar sitio' }).click()
    return dialog
  }
  await enter(profile, owner, href.profile())
  await profile.getByRole('tab', { name: 'Programas' }).click()

  await test.step('the list refuses the own computer until development is on, and then marks it', async () => {
    const dialog = await addLocal()
    await expect(dialog.getByText(/activa primero el modo de desarrollo/).first()).toBeVisible()
    await profile.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await profile.getByRole('button', { name: 'Activar desarrollo' }).click()
    await prove()
    await expect(profile.getByRole('button', { name: 'Desactivar desarrollo' })).toBeVisible()
    await addLocal()
    await expect(profile.getByText('Solo para desarrollo')).toBeVisible()
    await expectAccessible(profile)
  })

  await servePages(page, {
    [`${LOCAL}/`]: framedLink(link),
    [`${LOCAL}/ajeno`]: framedLink(foreign.link),
    [`${LOCAL}/cuenta`]: framedLink(`${trazo.url}/login`),
    [`${FOREIGN}/`]: framedLink(link),
    'http://localhost:5174/': framedLink(link),
    'http://127.0.0.1:5173/': framedLink(link),
  })

  await test.step('the own computer shows the link', async () => {
    await page.goto(`${LOCAL}/`)
    await expect(page.frameLocator('iframe').locator('main canvas').first()).toBeVisible()
  })

  await test.step('links of other accounts, other pages, other ports and names are refused', async () => {
    for (const address of [
      `${LOCAL}/ajeno`,
      `${LOCAL}/cuenta`,
      `${FOREIGN}/`,
      'http://localhost:5174/',
      'http://127.0.0.1:5173/',
    ])
      await isFrameRefused(page, () => page.goto(address))
  })

  await test.step('the end of development refuses the own computer at its next load', async () => {
    await profile.getByRole('button', { name: 'Desactivar desarrollo' }).click()
    await expect(profile.getByText('Solo para desarrollo')).toHaveCount(0)
    await isFrameRefused(page, () => page.goto(`${LOCAL}/`))
  })
  await context.close()
})
