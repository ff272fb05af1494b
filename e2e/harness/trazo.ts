import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright/test'
import { test as base } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import { launchSite, type RunningSite } from '../../scripts/site.ts'
import { inWorkspace } from '../../scripts/workspace.ts'

export interface Trazo extends RunningSite {
  readonly dataDir: string
  crashApi(): Promise<void>
}

const receiversHere = { WEBHOOK_LOCAL: '1' }

/** All journeys share one address; the machine may be busy. */
const everyoneFromOneAddress = { RATE_LIMIT_FACTOR: '1000', SHED_EVENT_LOOP_MS: '0' }

const cheapHashes = {
  NODE_OPTIONS: `--require=${JSON.stringify(inWorkspace('shared/testing/cheap-hashes.cjs'))}`,
}

export type SiteEnv = Readonly<Record<string, string>>

export const test = base.extend<
  { baseURL: string; ownContexts: undefined },
  { siteEnv: SiteEnv; trazo: Trazo; keptContexts: Set<BrowserContext> }
>({
  siteEnv: [{}, { scope: 'worker', option: true }],
  trazo: [
    async ({ siteEnv }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'trazo-e2e-'))
      const env = { ...everyoneFromOneAddress, ...receiversHere, ...cheapHashes, ...siteEnv }
      const site = await launchSite({ dataDir, env })
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
    { scope: 'worker', timeout: scaled(120_000) },
  ],
  /**
   * Outlive their test (`desk.ts`). Another fixture would cost
   * another worker.
   */
  keptContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const contexts = new Set<BrowserContext>()
      await use(contexts)
      for (const context of contexts) await context.close()
    },
    { scope: 'worker' },
  ],
  /** Pages of open contexts would keep running. */
  ownContexts: [
    async ({ browser, keptContexts }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      for (const context of browser.contexts())
        if (!before.has(context) && !keptContexts.has(context)) await context.close()
    },
    { auto: true },
  ],
  baseURL: async ({ trazo }, use) => {
    await use(trazo.url)
  },
})
export { expect } from 'playwright/test'
