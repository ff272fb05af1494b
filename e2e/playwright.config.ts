import { defineConfig } from 'playwright/test'

// Workers read this file too, and inherit what the first process chose.
process.env.TRAZO_TEST_SEED ??= String(Date.now() % 1000)

/** Journeys in a real browser against the production build. No retries: a flaky journey is a bug. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  // Each worker runs a site and a browser of its own, and waits a third of its time: two cores carry three of them.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.TRAZO_REPORT ? [['list'], ['json', { outputFile: process.env.TRAZO_REPORT }]] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'es-CR',
    timezoneId: 'America/Costa_Rica',
    viewport: { width: 1280, height: 860 },
    // Nothing glides: what is clicked stands still at once, and axe measures no colour on its way.
    contextOptions: { reducedMotion: 'reduce' },
    // Pictures and snapshots of each step cost more than the step: the command that repeats a failure records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.TRAZO_CHROMIUM ? { executablePath: process.env.TRAZO_CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-quic'],
    },
  },
})
