import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import { launchSite, type RunningSite } from '../../scripts/site.ts'

export interface Trazo extends RunningSite {
  readonly dataDir: string
  /** Ends the API without a word and starts it again on the same data. */
  crashApi(): Promise<void>
}

const FAULTY_API = 'api/test/support/faulty-main.ts'

/** All journeys come from one address, and nobody is sent away because the machine has other work. */
const everyoneFromOneAddress = { RATE_LIMIT_FACTOR: '1000', SHED_EVENT_LOOP_MS: '0' }

/** Further variables of the site, for journeys of another installation. */
export type SiteEnv = Readonly<Record<string, string>>

/** Each worker has a site of its own: production build, empty database, free ports. */
export const test = base.extend<
  { baseURL: string; ownContexts: undefined },
  { siteEnv: SiteEnv; faulty: boolean; trazo: Trazo }
>({
  siteEnv: [{}, { scope: 'worker', option: true }],
  /** An API that can be made to fail by a file in its data directory (`api/test/support/faulty-main.ts`). */
  faulty: [false, { scope: 'worker', option: true }],
  trazo: [
    async ({ siteEnv, faulty }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'trazo-e2e-'))
      const env = { ...everyoneFromOneAddress, ...siteEnv }
      const site = await launchSite({ dataDir, env, ...(faulty ? { apiMain: FAULTY_API } : {}) })
      const crashApi = async () => {
        await site.api.kill('SIGKILL')
        await site.api.restart()
      }
      try {
        await use({ ...site, dataDir, crashApi })
      } finally {
        await site.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Ends the contexts that a test opened itself: their pages would go on working beside every later test. */
  ownContexts: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      for (const context of browser.contexts()) if (!before.has(context)) await context.close()
    },
    { auto: true },
  ],
  baseURL: async ({ trazo }, use) => {
    await use(trazo.url)
  },
})
export { expect } from 'playwright/test'
