import type { BrowserContext, Page } from 'playwright/test'
import type { RemoteName } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { readRegistry } from '../../shell/server/registry/registry-file.ts'
import { CRASHED } from '../harness/chaos.ts'
import { aContract } from '../harness/editor.ts'
import { beginToSign, drawingOf, identifyAndConfirm, thanksOf } from '../harness/guest-flow.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { builtRelease, crashing, makeRelease, release } from '../harness/releases.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const METRICS_TOKEN = 'a-token-of-this-journey'

/** Two crashed loads suffice; everyone has one address. */
test.use({ siteEnv: { JUDGE_MIN_LOADS: '20', JUDGE_DISTRUSTED_GROUPS: '0', METRICS_TOKEN } })

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
