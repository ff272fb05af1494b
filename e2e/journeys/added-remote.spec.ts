import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { inWorkspace } from '../../scripts/workspace.ts'
import { updateRegistry } from '../../shell/server/registry/update-registry.ts'
import { ownerNamed, register } from '../harness/people.ts'
import { watchPolicy } from '../harness/policy-watch.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'
import { buildVisits, serveVisits } from '../harness/visits-remote.ts'

const run = promisify(execFile)
const release = async ({ dataDir }: Trazo, ...args: readonly string[]): Promise<string> => {
  const command = [inWorkspace('scripts', 'release', 'main.ts'), 'mf-visits', ...args, '--data-dir', dataDir]
  return (await run(process.execPath, command)).stdout
}
const forget = ({ dataDir }: Trazo) =>
  updateRegistry({ dataDir }, new Date(), async ({ version, remotes: { mf_visits: _gone, ...remotes } }) => ({
    version,
    remotes,
  }))

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const item = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Visitas' })
const panel = (page: Page) => page.getByText('No pudimos cargar esta parte de Trazo')

let root: string
test.beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'trazo-visits-'))
  await buildVisits(root)
})
test.afterAll(() => rmSync(root, { recursive: true }))
test.afterEach(async ({ trazo }) => {
  await forget(trazo)
})

test('a running site serves a newly released fourth remote, and open tabs keep it after its removal', async ({
  context,
  page,
  trazo,
}) => {
  await page.goto('/visitas')
  await expect(title(page, 'Página no encontrada')).toBeVisible()

  expect(await release(trazo, '--from', root)).toMatch(/^mf_visits: .* está en vivo\.\n$/)
  await page.goto('/visitas')
  await expect(title(page, 'Iniciar sesión')).toBeVisible()
  await expect(item(page)).toHaveCount(0)
  await page.goto('/horario')
  await expect(title(page, 'De 8 a 17')).toBeVisible()
  await expect(page).toHaveTitle('Horario de visitas · Trazo')

  await register(page, ownerNamed('visitas'))
  await item(page).click()
  await expect(title(page, 'Visitas de una persona')).toBeVisible()
  await expect(page).toHaveTitle('Visitas · Trazo')

  await forget(trazo)
  await page.getByRole('link', { name: 'Visita 7' }).click()
  await expect(title(page, 'Visita número 7')).toHaveCSS('text-decoration-line', 'underline')
  const other = await context.newPage()
  await other.goto('/visitas')
  await expect(title(other, 'Página no encontrada')).toBeVisible()
  await expect(item(other)).toHaveCount(0)
})

declare global {
  interface Window {
    /** The document was not left. */
    trazoSameDocument?: true
  }
}

test('a guest’s page names no other remote, and from there all of them can be reached in the same tab', async ({
  page,
  trazo,
}) => {
  await release(trazo, '--from', root)
  const response = await page.goto('/sign/1099511627776/nada')
  expect(await response?.text()).not.toMatch(/mf_(visits|auth|documents)/)
  await page.evaluate(() => {
    window.trazoSameDocument = true
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(title(page, 'Iniciar sesión')).toBeVisible()
  await page.evaluate(() => {
    window.history.pushState({}, '', '/horario')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(title(page, 'De 8 a 17')).toBeVisible()
  await expect(page).toHaveTitle('Horario de visitas · Trazo')
  expect(await page.evaluate(() => window.trazoSameDocument)).toBe(true)
  expect(asked.filter((path) => path === '/registry.json')).toHaveLength(1)
})

test('a remote that a guest’s page did not name is checked against the hashes of the registry', async ({
  page,
  trazo,
}) => {
  await release(trazo, '--from', root)
  await page.route(/\/r\/mf_auth\/[^/]+\/mf-manifest\.json/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()} ` })
  })
  await page.goto('/sign/1099511627776/nada')
  await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(panel(page)).toBeVisible()
})

test('when a fourth remote does not load, an error panel appears and other pages still work', async ({
  page,
  trazo,
}) => {
  await release(trazo, '--from', root)
  await page.route('**/r/mf_visits/**/*.js*', (route) => route.abort())
  await page.goto('/horario')
  await expect(panel(page)).toBeVisible()
  await forget(trazo)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(panel(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(title(page, 'Iniciar sesión')).toBeVisible()
})

test('the site admits a remote release on another origin only from its own folder', async ({
  context,
  page,
  trazo,
}) => {
  const cdn = await serveVisits(root)
  try {
    await release(trazo, '--at', `${cdn.folder}mf-manifest.json`)
    const violations = await watchPolicy(context)
    await register(page, ownerNamed('lejana'))
    await item(page).click()
    await page.getByRole('link', { name: 'Visita 7' }).click()
    await expect(title(page, 'Visita número 7')).toHaveCSS('text-decoration-line', 'underline')
    expect(violations).toEqual([])

    // Trusted Types judge the first, the policy the second.
    const attempts = (address: string) =>
      page.evaluate(async (url) => {
        const script = document.createElement('script')
        const assigned = () => {
          script.src = url
          return 'taken'
        }
        const refused = () => 'refused'
        return [
          await Promise.resolve().then(assigned).catch(refused),
          await import(url).then(() => 'ran', refused),
          await fetch(url).then(() => 'sent', refused),
        ]
      }, address)
    for (const path of ['/malo.js', '/equipo/otra/malo.js', '/equipo/malo.js'])
      expect(await attempts(cdn.url + path)).toEqual(['refused', 'refused', 'refused'])
    expect(cdn.asked.filter((path) => !path.startsWith(new URL(cdn.folder).pathname))).toEqual([])

    await page.route(
      ({ href }) => href.startsWith(`${cdn.folder}remoteEntry.`),
      async (route) => route.fulfill({ response: await route.fetch(), body: 'globalThis.trazoForeign = 1' }),
    )
    await page.goto('/horario')
    await expect(panel(page)).toBeVisible()
    expect(await page.evaluate('globalThis.trazoForeign')).toBeUndefined()

    await forget(trazo)
    const policyOf = async () => (await page.goto('/'))?.headers()['content-security-policy'] ?? ''
    expect(await policyOf()).not.toContain(cdn.url)
  } finally {
    cdn.close()
  }
})
