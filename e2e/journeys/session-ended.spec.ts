import type { Page } from 'playwright/test'
import { href, logoutCall, refreshCall } from 'shared/contract'
import { ownerApi } from '../harness/api.ts'
import { enter, logIn, type Owner, ownerNamed } from '../harness/people.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const EXPIRED = 'Sesión expirada. Por favor, inicia sesión nuevamente.'
const TOKENS = 'trazo.auth-tokens'

const greeting = (page: Page) => page.getByRole('heading', { name: 'Hola, Mariela' })

const tokensOf = (page: Page): Promise<{ access_token?: string; refresh_token?: string; created_at?: number }> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), TOKENS)

const start = async (page: Page, trazo: Trazo, name: string): Promise<Owner> => {
  const owner = ownerNamed(name)
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(greeting(page)).toBeVisible()
  return owner
}

const expireAccessToken = (page: Page): Promise<void> =>
  page.evaluate((key) => {
    const tokens = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...tokens, access_token: 'expired', created_at: 1 }))
  }, TOKENS)

test('a failed token refresh keeps the session', async ({ page, trazo }) => {
  await start(page, trazo, 'sin-respuesta')
  const before = await tokensOf(page)
  await expireAccessToken(page)
  const refreshRoute = `**${refreshCall.path}`
  for (const fail of ['503', 'offline'] as const) {
    await page.route(refreshRoute, (route) =>
      fail === '503' ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'x' } }) : route.abort(),
    )
    const refused = page.waitForRequest((request) => new URL(request.url()).pathname === refreshCall.path)
    await page.goto(href.dashboard())
    await refused
    await expect(greeting(page)).toBeVisible()
    expect((await tokensOf(page)).refresh_token).toBe(before.refresh_token)
    await expect(page.getByText(EXPIRED)).toHaveCount(0)
    await page.unroute(refreshRoute)
  }
  await page.reload()
  await expect(greeting(page)).toBeVisible()
  await expect.poll(async () => (await tokensOf(page)).access_token).not.toBe('expired')
})

test('each page shows that the server ended the session', async ({ page, trazo }) => {
  const owner = await start(page, trazo, 'terminada')
  for (const path of [href.home(), href.dashboard(), href.profile(), href.verify()]) {
    const { access_token } = await tokensOf(page)
    const ended = await fetch(`${trazo.url}${logoutCall.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${access_token}` },
    })
    expect(ended.status, path).toBe(200)
    await page.goto(path)
    await expect(page.getByText(EXPIRED), path).toBeVisible()
    expect(await tokensOf(page), path).toEqual({})
    await logIn(page, owner)
    await expect(greeting(page)).toBeVisible()
    await expect(page.getByText(EXPIRED), path).toHaveCount(0)
  }
})
