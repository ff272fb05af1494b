import { defineConfig } from 'playwright/test'
import { scaled } from 'shared/testing/limits'

// Workers inherit the first process's seed.
process.env.TRAZO_TEST_SEED ??= String(Date.now() % 1000)

/** No retries: a flaky test is a bug. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  workers: 4,
  fullyParallel: false,
  retries: 0,
  timeout: scaled(120_000),
  expect: { timeout: scaled(15_000) },
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.TRAZO_REPORT ? [['list'], ['json', { outputFile: process.env.TRAZO_REPORT }]] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'es-CR',
    timezoneId: 'America/Costa_Rica',
    viewport: { width: 1280, height: 860 },
    // axe measures final colours, and elements are stable at once.
    contextOptions: { reducedMotion: 'reduce' },
    // Screenshots and snapshots cost more than the step.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.TRAZO_CHROMIUM ? { executablePath: process.env.TRAZO_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        // One process less; no pages use a GPU.
        '--in-process-gpu',
        // A test's page is short: functions that rest would be compiled again.
        '--js-flags=--no-flush-bytecode',
      ],
    },
  },
})
