import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scaled } from 'shared/testing/limits'
import { ownerApi } from '../harness/api.ts'
import { buildEmbedder } from '../harness/build-embedder.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import { allowOrigin, disallowOrigin, REACHES_LOCAL_SITES } from '../harness/embedding.ts'
import { drawSignature, enter, fieldOf, openField, ownerNamed } from '../harness/people.ts'
import { FOREIGN_PORTAL, PORTAL, servePortal } from '../harness/portal-page.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test as plain } from '../harness/trazo.ts'

const test = plain.extend<object, { portal: string }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'trazo-portal-'))
      await buildEmbedder(folder)
      await use(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: scaled(120_000) },
  ],
})
test.use(REACHES_LOCAL_SITES)

test('a page of another origin mounts mf_signing, and a guest signs only while the owner lists the origin', async ({
  page,
  trazo,
  portal,
}) => {
  const owner = ownerNamed('portal')
  const api = await ownerApi(trazo, owner)
  const { file } = await contractOf(trazo, api, 'Contrato del portal.pdf', threePages, (own) => enter(own, owner))
  const ana = { name: 'Ana Mora', email: `ana@portal-${file.id}.example` }
  const fieldId = await api.addField(file, ana)
  const link = await api.invite(file, fieldId, ana)
  const originId = await allowOrigin(trazo, api.token, owner.password, PORTAL)
  const site = new URL(trazo.url).origin
  await servePortal(page, portal, site, link)
  const firma = page.locator('#firma')
  const estado = page.locator('#estado')

  await test.step('mf_signing opens no document on an origin that the owner does not list', async () => {
    await page.goto(`${FOREIGN_PORTAL}/`)
    await expect(firma.getByText('No pudimos abrir la invitación')).toBeVisible()
    await expect(firma.locator('canvas')).toHaveCount(0)
    await expect(estado).toBeEmpty()
  })

  await test.step('the guest signs on the listed origin without a policy violation', async () => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
    })
    await page.goto(`${PORTAL}/`)
    await expect(estado).toHaveText('Ya puede firmar.')
    await expect(firma.locator('canvas').first()).toBeVisible()
    await expect(firma.getByRole('link', { name: 'Privacidad' })).toHaveAttribute(
      'href',
      /^http:\/\/localhost:\d+\/privacidad#/,
    )
    await expect(firma.locator('a[href^="/"]')).toHaveCount(0)
    await openField(fieldOf(firma, ana))
    await drawSignature(page)
    await page.getByRole('button', { name: 'Firmar documento' }).click()
    await page.getByRole('button', { name: 'Finalizar' }).click()
    await expect(estado).toHaveText('¡Gracias! El contrato está firmado.')
    await expect(page).toHaveURL(`${PORTAL}/`)
    expect(violations).toEqual([])
  })

  await test.step('mf_signing does not change the styles of the host page', async () => {
    const margin = await page.locator('#titulo').evaluate((element) => getComputedStyle(element).marginBlockStart)
    expect(margin).not.toBe('0px')
  })

  await test.step('mf_signing opens no document after the owner removes the origin', async () => {
    await disallowOrigin(trazo, api.token, originId)
    await page.reload()
    await expect(firma.getByText('No pudimos abrir la invitación')).toBeVisible()
  })

  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(await api.download(file))).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
})
