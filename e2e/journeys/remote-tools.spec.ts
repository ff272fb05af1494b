import { createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname, join } from 'node:path'
import type { Page } from 'playwright/test'
import { inWorkspace } from '../../scripts/workspace.ts'
import { buildFolder, readBuildRecord } from '../../shared/build/release/build-record.ts'
import { createSite } from '../../shell/server/site.ts'
import { sampleOf } from '../harness/sample.ts'
import { test as base, expect } from '../harness/trazo.ts'

const METRICS_TOKEN = 'a-token-for-journeys'
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

const test = base.extend<{ developer: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
  developer: async ({}, use) => {
    const root = inWorkspace('mf-auth')
    const folder = buildFolder(root, readBuildRecord(root)?.release ?? '')
    const server = createServer(({ url = '/' }, response) => {
      const file = basename(new URL(url, 'http://x').pathname)
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '', 'access-control-allow-origin': '*' })
      createReadStream(join(folder, file))
        .on('error', () => response.destroy())
        .pipe(response)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    await use(`http://localhost:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})
test.use({ siteEnv: { MF_OVERRIDE_ORIGINS: 'local', METRICS_TOKEN } })

const logIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })
const banner = (page: Page) => page.getByRole('region', { name: 'Herramientas de desarrollo' })

const files = [/\/mf_auth\/[^/]+\/remoteEntry\.\w+\.js/, /\/mf_auth\/[^/]+\/app\.js/, /\/mf_auth\/[^/]+\/app\.css/]

for (const file of sampleOf(files, 1))
  test(`one extra byte in ${file.source} stops the remote, and a retry loads the restored file`, async ({ page }) => {
    await page.route(file, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `${await answer.text()} ` })
    })
    await page.goto('/login')
    await expect(page.getByRole('alert')).toContainText('No pudimos cargar esta parte de Trazo')
    await expect(logIn(page)).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Registrarse' }).first()).toBeVisible()
    await page.unroute(file)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(logIn(page)).toBeVisible()
  })

test('when a shell chunk is missing after a deploy, the page offers a reload, which works', async ({ page }) => {
  await page.goto('/login')
  await expect(logIn(page)).toBeVisible()
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('banner').getByRole('link', { name: 'Trazo' }).first().click()
  await expect(page.getByRole('alert')).toContainText('Falta una parte de esta página')
  await page.unroute('**/assets/*')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Un trazo, y queda firmado.' })).toBeVisible()
})

test('an open tab keeps its shell after the deploy of another shell', async ({ page, trazo }, info) => {
  await page.goto('/login')
  await expect(logIn(page)).toBeVisible()
  const nextShell = info.outputPath('shell')
  mkdirSync(nextShell, { recursive: true })
  writeFileSync(join(nextShell, 'index.html'), '<!doctype html><meta name="trazo-api-host" content="">')
  const next = createSite({
    apiUrl: `http://127.0.0.1:${trazo.apiPort}`,
    apiHost: '',
    dataDir: trazo.dataDir,
    logLevel: 'silent',
    signingAgent: 'simulated',
    metricsToken: '',
    overrideOrigins: [],
    trustedProxies: 'loopback',
    shell: { release: 'next', folder: nextShell },
    pdfjsFolder: nextShell,
  })
  const address = await next.listen({ port: 0, host: '127.0.0.1' })
  const lazy: number[] = []
  await page.route('**/assets/*', async (route) => {
    const response = await route.fetch({ url: address + new URL(route.request().url()).pathname })
    lazy.push(response.status())
    await route.fulfill({ response })
  })
  await page.getByRole('banner').getByRole('link', { name: 'Trazo' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Un trazo, y queda firmado.' })).toBeVisible()
  expect(lazy.length).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'wait' })
  expect(new Set(lazy)).toEqual(new Set([200]))
  await next.close()
})

test('a confirmed remote of a developer replaces the release until the developer removes it', async ({
  page,
  developer,
}) => {
  const ofSite: string[] = []
  page.on('request', (request) => /\/r\/mf_auth\/.*remoteEntry/.test(request.url()) && ofSite.push(request.url()))
  const fromDeveloper = page.waitForResponse((answer) => answer.url().startsWith(`${developer}/app.js`))
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message())
    await (questions.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  const link = `/login?mf.mf_auth=${developer}/mf-manifest.json&mf.outline`
  const policy = async () => (await page.request.get('/login')).headers()['content-security-policy']
  await page.goto(link)
  await expect(page.getByText(/^mf_auth · \d+\.\d+\.\d+-\w+ · \d+ ms$/)).toBeVisible()
  expect(questions).toEqual([expect.stringContaining('Ese código verá tu sesión y tus documentos')])
  expect(await policy()).toContain('trusted-types default')
  await page.goto(link)
  await expect(logIn(page)).toBeVisible()
  expect((await fromDeveloper).ok()).toBe(true)
  await expect(banner(page)).toContainText(`Usando mf_auth desde ${new URL(developer).host}`)
  await expect(page.getByText(/^mf_auth · override · \d+ ms$/)).toBeVisible()
  expect(await policy()).not.toContain('trusted-types')

  await page.goto('/login')
  await expect(banner(page)).toContainText('Usando mf_auth')
  await banner(page).getByRole('button', { name: 'Quitar mf_auth' }).click()
  await expect(banner(page).getByRole('button', { name: 'Quitar mf_auth' })).toHaveCount(0)
  await expect(page.getByText(/^mf_auth · \d+\.\d+\.\d+-\w+ · \d+ ms$/)).toBeVisible()
  await page.keyboard.press('Alt+Shift+R')
  await expect(page.getByText(/^mf_auth ·/)).toHaveCount(0)
})

test('the shell ignores a remote from an origin that is not allowed', async ({ page }) => {
  await page.goto('/login?mf.mf_auth=https://evil.example/mf-manifest.json')
  await expect(logIn(page)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

test('the metrics count how a remote loaded after the user leaves the page', async ({ page, request }) => {
  await page.goto('/login')
  await expect(logIn(page)).toBeVisible()
  await page.goto('about:blank')
  const counts = async () =>
    (await request.get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  await expect
    .poll(counts)
    .toMatch(
      /trazo_remote_loads_total\{remote="mf_auth",release="\d+\.\d+\.\d+-\w+",outcome="loaded",error="none"\} \d/,
    )
  expect((await request.get('/metrics')).status()).toBe(404)
})
