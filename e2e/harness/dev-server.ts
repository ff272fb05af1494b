import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { scaled } from 'shared/testing/limits'
import { freePort } from '../../scripts/free-port.ts'
import { test as base, expect } from './trazo.ts'

/** Milliseconds; half a minute on an idle machine. */
export const BUILD_MS = scaled(300_000)

interface DevServer {
  readonly folder: string
  readonly args: readonly string[]
  readonly siteUrl: string
}

export const test = base.extend<{ dev: (server: DevServer) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
  dev: async ({}, use) => {
    const stops: (() => Promise<unknown>)[] = []
    await use(async ({ folder, args, siteUrl }) => {
      const port = await freePort()
      const server = spawn(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, DEV_PORT: String(port), SITE_URL: siteUrl },
        stdio: 'ignore',
      })
      stops.push(async () => {
        const ended = once(server, 'exit')
        if (server.kill('SIGTERM')) await ended
      })
      const url = `http://localhost:${port}`
      const answers = () =>
        fetch(url)
          .then((answer) => answer.ok)
          .catch(() => false)
      await expect.poll(answers, { timeout: BUILD_MS, message: `${folder} serves itself` }).toBe(true)
      return url
    })
    await Promise.all(stops.map((stop) => stop()))
  },
})
export { expect }
