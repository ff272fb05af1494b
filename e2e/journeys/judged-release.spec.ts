import type { BrowserContext, Page, TestInfo } from 'playwright/test'
import type { RemoteName } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { readRegistry } from '../../shell/server/registry/registry-file.ts'
import { CRASHED } from '../harness/chaos.ts'
import { aContract } from '../harness/editor.ts'
import { beginToSign, drawingOf, identifyAndConfirm, thanksOf } from '../harness/guest-flow.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { builtRelease, crashing, listReleases, makeRelease, release, replacing } from '../harness/releases.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const METRICS_TOKEN = 'a-token-of-this-journey'

/** Two crashed loads suffice; everyone has one address. */
test.use({ siteEnv: { JUDGE_MIN_LOADS: '20', JUDGE_DISTRUSTED_GROUPS: '0', METRICS_TOKEN, ERROR_FINGERPRINTS: '1' } })

const entryOf = async ({ dataDir }: Trazo, name: RemoteName) => (await readRegistry(dataDir))?.remotes[name]

const tabOf = async (context: BrowserContext, dice: number, path: string): Promise<Page> => {
  const tab = await context.newPage()
  await tab.addInitScript((number) => sessionStorage.setItem('trazo.mf.dice', String(number)), dice)
  await tab.goto(path)
  return tab
}

const expectCrash = async (tab: Page): Promise<void> => {
  await expect(tab.getByRole('main').getByRole('alert').filter({ hasText: CRASHED })).toBeVisible()
}

/** As when the user leaves the tab. */
const sendReports = (tabs: readonly Page[]): Promise<unknown> =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))))

/** Includes what the site waits before it counts. */
const bound = { timeout: scaled(20_000) }

const reloadPrevious = (tab: Page): Promise<void> =>
  tab.getByRole('button', { name: 'Recargar con la versión anterior' }).click()

test('the site withdraws a canary with crashing screens while users continue to work', async ({
  browser,
  page,
  trazo,
}, info) => {
  const contract = await aContract(trazo, 'juicio')
  const ana = { name: 'Ana Mora', email: 'ana@juicio.example' }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
  await enter(page, ownerNamed('juicio'))
  const signedTab = (tab: Page) => tab.getByRole('tab', { name: 'Documentos Firmados', exact: true })
  await expect(signedTab(page)).toBeVisible()
  const guest = await beginToSign(browser, link)

  const live = builtRelease('mf_documents')
  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.2.0-rota', crashing)
  await release(trazo, 'mf_documents', '--from', root, '--canary', '40')
  const tabs = [await tabOf(page.context(), 0, '/dashboard'), await tabOf(page.context(), 39, '/dashboard')]
  for (const tab of tabs) await expectCrash(tab)
  const [first, second] = tabs
  if (!first || !second) throw new Error('no tabs')
  await sendReports([first])
  await reloadPrevious(first)
  await expect(signedTab(first)).toBeVisible()

  await expect
    .poll(async () => {
      await sendReports(tabs)
      return entryOf(trazo, 'mf_documents')
    }, bound)
    .not.toHaveProperty('canary')
  expect(await entryOf(trazo, 'mf_documents')).toMatchObject({ active: live, fallback: null })
  await expect(signedTab(await tabOf(page.context(), 0, '/dashboard'))).toBeVisible()
  await second.reload()
  await expect(signedTab(second)).toBeVisible()

  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Subir Documento' })).toBeVisible()
  await drawingOf(guest).getByRole('button', { name: 'Continuar' }).click()
  await identifyAndConfirm(guest)
  await expect(thanksOf(guest).getByRole('button', { name: 'Descargar' })).toBeVisible()

  const answer = await fetch(`${trazo.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const ofCanary = (await answer.text()).split('\n').filter((line) => line.includes('release="9.2.0-rota"'))
  const figure = (name: string) => expect.stringMatching(new RegExp(`^trazo_remote_${name}`))
  expect(ofCanary).toEqual(
    expect.arrayContaining([
      figure('loads_total\\{.*outcome="loaded".*\\} 2$'),
      figure('errors_total\\{.*kind="render".*\\} 2$'),
      figure('withdrawn_timestamp_seconds\\{.*why="crashes".*\\} \\d'),
    ]),
  )
  await guest.context().close()
})

test('each visit gets another token for its reports, also when the page comes from the cache', async ({ page }) => {
  const visitOf = () =>
    page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const token = visit?.serverTiming.find(({ name }) => name === 'report')?.description
      return { token, isCached: visit !== undefined && visit.transferSize < visit.encodedBodySize }
    })
  await page.goto('/login')
  const first = await visitOf()
  expect(first).toEqual({ token: expect.stringMatching(/^[\w-]{40,}$/), isCached: false })
  await page.reload()
  const second = await visitOf()
  expect(second).toEqual({ token: expect.stringMatching(/^[\w-]{40,}$/), isCached: true })
  expect(second.token).not.toBe(first.token)
})

test('a crashing live release falls back automatically, and open tabs can load the previous one', async ({
  context,
  trazo,
}, info) => {
  const live = builtRelease('mf_auth')
  const root = info.outputPath('mf-auth')
  await makeRelease(root, 'mf_auth', '9.3.0-rota', crashing)
  await release(trazo, 'mf_auth', '--from', root)
  expect(await entryOf(trazo, 'mf_auth')).toMatchObject({ active: '9.3.0-rota', fallback: live })
  const tabs = [await tabOf(context, 0, '/login'), await tabOf(context, 0, '/login')]
  for (const tab of tabs) await expectCrash(tab)
  await expect
    .poll(async () => {
      await sendReports(tabs)
      return entryOf(trazo, 'mf_auth')
    }, bound)
    .toMatchObject({ active: live, fallback: null })
  const welcome = (tab: Page) => tab.getByText('Tus documentos y sus firmas te esperan.')
  await expect(welcome(await tabOf(context, 0, '/login'))).toBeVisible()
  for (const tab of tabs) {
    await reloadPrevious(tab)
    await expect(welcome(tab)).toBeVisible()
  }
})

/** @returns the login page of a changed release of mf-auth that is live */
const openChanged = async (
  context: BrowserContext,
  trazo: Trazo,
  info: TestInfo,
  id: string,
  edit: Parameters<typeof makeRelease>[3],
): Promise<Page> => {
  const root = info.outputPath('mf-auth')
  await makeRelease(root, 'mf_auth', id, edit)
  await release(trazo, 'mf_auth', '--from', root)
  const tab = await tabOf(context, 0, '/login')
  await expect(tab.getByText('Tus documentos y sus firmas te esperan.')).toBeVisible()
  return tab
}

/** The page's policy refuses it, and the screen works without it. */
const styling = replacing(
  /(path:"\/[^"]*",Component:)/g,
  '$1(document.head.append(Object.assign(document.createElement("style"),{textContent:"a{}"})),0)||',
)

test('a style that the policy refuses shows in the metrics and in the list of releases', async ({
  context,
  trazo,
}, info) => {
  const tab = await openChanged(context, trazo, info, '9.4.0-estilo', styling)
  const metrics = async () =>
    (await fetch(`${trazo.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  const refused = 'trazo_remote_errors_total{remote="mf_auth",release="9.4.0-estilo",kind="blocked-style"} 1'
  await expect
    .poll(async () => {
      await sendReports([tab])
      return metrics()
    }, bound)
    .toContain(refused)
  expect(await metrics()).not.toContain('trazo_remote_loads_with_errors_total{remote="mf_auth",release="9.4.0-estilo"}')
  await expect
    .poll(() => listReleases(trazo), bound)
    .toContain('9.4.0-estilo: la política del sitio bloqueó estilos o scripts suyos en 1 de 1 cargas.')
})

/** After the screen is there, so the release stays. */
const throwing = replacing(/(path:"\/[^"]*",Component:)/g, '$1(setTimeout(()=>{throw Error("Ana Mora")},500),0)||')

test('the list of releases says where an error happened, and nothing about the person', async ({
  context,
  trazo,
}, info) => {
  const tab = await openChanged(context, trazo, info, '9.5.0-falla', throwing)
  await expect
    .poll(async () => {
      await sendReports([tab])
      return listReleases(trazo)
    }, bound)
    .toMatch(/9\.5\.0-falla: error [0-9a-f]{12} en 1 página: \S+:\d+:\d+/)
  expect(await listReleases(trazo)).not.toContain('Ana')
})
