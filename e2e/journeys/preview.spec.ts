import { createPreviewToken } from '../../shell/server/preview-builds/preview-tokens.ts'
import { createPublisher } from '../../shell/server/publishing/publisher-tokens.ts'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { builtRelease, makeRelease, release, replacing, uploadPreview } from '../harness/releases.ts'
import { expect, test } from '../harness/trazo.ts'

const BEFORE = 'Documentos Firmados'
const LIVE = 'Documentos ya firmados'

// Other journeys use the same site.
test.afterEach(async ({ trazo }) => {
  await release(trazo, 'mf_documents', '--to', builtRelease('mf_documents'))
})

test('a developer previews a kept release in one browser, sees it named on each page, and ends it', async ({
  browser,
  page,
  trazo,
}, info) => {
  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.0.0-otra', replacing(BEFORE, LIVE))
  await release(trazo, 'mf_documents', '--from', root)
  const token = await createPublisher(trazo, 'mf_documents', 'Equipo de documentos', new Date())
  const owner = ownerNamed('previa')
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(page.getByRole('tab', { name: LIVE })).toBeVisible()

  await page.goto('/previews')
  await expectAccessible(page)
  await page.getByLabel('Token').fill(`${token}x`)
  await page.getByLabel('Parte').fill('mf_documents')
  await page.getByLabel('Versión', { exact: true }).fill(builtRelease('mf_documents'))
  await page.getByRole('button', { name: 'Abrir vista previa' }).click()
  await expect(page.getByRole('alert')).toContainText('El token no vale para esta parte')
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Abrir vista previa' }).click()

  const strip = page.getByRole('complementary', { name: 'Vista previa' })
  await expect(strip).toContainText(`Vista previa de mf_documents ${builtRelease('mf_documents')}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: BEFORE, exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  const other = await browser.newContext({ baseURL: trazo.url })
  const colleague = await other.newPage()
  const colleagueOwner = ownerNamed('colega')
  await ownerApi(trazo, colleagueOwner)
  await enter(colleague, colleagueOwner)
  await expect(colleague.getByRole('tab', { name: LIVE })).toBeVisible()
  await expect(colleague.getByRole('complementary', { name: 'Vista previa' })).toHaveCount(0)
  await other.close()

  await page.goto('/profile')
  await expect(strip).toBeVisible()
  const whole = page.waitForRequest('**/registry.json')
  await page.evaluate(() => {
    history.pushState(null, '', '/dashboard')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect((await whole).headers()['trazo-preview']).toBe('1')
  await expect(page.getByRole('tab', { name: BEFORE, exact: true })).toBeVisible()

  await strip.getByRole('button', { name: 'Terminar' }).click()
  await expect(strip).toHaveCount(0)
  await expect(page.getByRole('tab', { name: LIVE })).toBeVisible()
})

test('the build of a pull request is opened with a token that can do nothing else, and nothing is published', async ({
  browser,
  page,
  trazo,
}, info) => {
  const DRAFT = 'Documentos en borrador'
  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.1.0-borrador', replacing(BEFORE, DRAFT))
  const token = await createPreviewToken(trazo, 'mf_documents', 'CI de documentos', new Date())
  const { id, address } = await uploadPreview(trazo, 'mf_documents', root, token)
  const owner = ownerNamed('borrador')
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(page.getByRole('tab', { name: BEFORE, exact: true })).toBeVisible()

  await page.goto(address)
  await expect(page.getByLabel('Parte')).toHaveValue('mf_documents')
  await expect(page.getByLabel('Versión', { exact: true })).toHaveValue(id)
  await expect(page.getByLabel('Token')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Token').fill(token)
  await page.getByLabel('Versión', { exact: true }).fill(builtRelease('mf_documents'))
  await page.getByRole('button', { name: 'Abrir vista previa' }).click()
  await expect(page.getByRole('alert')).toContainText('Este token abre solo vistas previas')
  await page.getByLabel('Versión', { exact: true }).fill(id)
  await page.getByRole('button', { name: 'Abrir vista previa' }).click()

  const strip = page.getByRole('complementary', { name: 'Vista previa' })
  await expect(strip).toContainText('Vista previa de mf_documents 9.1.0-borrador, sin publicar')
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: DRAFT })).toBeVisible()
  await expectAccessible(page)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes('mf_documents')),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((path) => !path.startsWith(`/r/previews/mf_documents/${id}/`))).toEqual([])

  const other = await browser.newContext({ baseURL: trazo.url })
  const answer = await other.request.get(files[0] ?? '')
  expect(answer.status()).toBe(404)
  await other.close()

  await strip.getByRole('button', { name: 'Terminar' }).click()
  await expect(strip).toHaveCount(0)
  await expect(page.getByRole('tab', { name: BEFORE, exact: true })).toBeVisible()
  expect((await page.request.get(files[0] ?? '')).status()).toBe(404)
})
