import { join, resolve } from 'node:path'
import { publishReleases } from '../shell/server/registry/publish-release.ts'
import { freePort } from './free-port.ts'
import { createService } from './service.ts'
import { inWorkspace, remotePackages } from './workspace.ts'

export interface SiteOptions {
  /** Database, files, outbox, keys, releases; logs go to `logs/` in it. */
  readonly dataDir: string
  /** Port of the site; a free one when absent. */
  readonly port?: number
  readonly apiPort?: number
  /** Further variables for both processes. */
  readonly env?: Readonly<Record<string, string>>
  /** Script of the API, in the workspace; tests start one that fails where they say. */
  readonly apiMain?: string
  /** One of the two ended by itself; the message says which, why, and the end of its log. */
  readonly onDeath?: (message: string) => void
}

export interface RunningSite {
  /** Address of the site, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly apiPort: number
  readonly api: {
    readonly pid: number | undefined
    /** Sends the signal (SIGKILL by default) and waits for the end. */
    kill(signal?: NodeJS.Signals): Promise<void>
    /** Stops it where it still runs, and starts it anew with the same data; resolves when it is healthy. */
    restart(): Promise<void>
  }
  /** Stops both processes and whatever they started. */
  stop(): Promise<void>
}

/**
 * Publishes what the remotes last built, starts API and site, and waits until both are healthy. Expects built front
 * ends (`buildFrontEnds`).
 *
 * @throws with the end of the log when one of them cannot start
 */
export const launchSite = async (options: SiteOptions): Promise<RunningSite> => {
  const dataDir = resolve(options.dataDir)
  const port = options.port ?? (await freePort())
  const apiPort = options.apiPort ?? (await freePort())
  const url = `http://localhost:${port}`
  await publishReleases(
    dataDir,
    remotePackages.map((name) => inWorkspace(name)),
    new Date(),
  )

  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: process.env.PUBLIC_URL || url,
    ...options.env,
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDir,
  }
  const service = (name: string, file: string, script: string, health: string, more: Record<string, string> = {}) =>
    createService({
      name,
      script,
      env: { ...env, ...more },
      logFile: join(dataDir, 'logs', `${file}.log`),
      healthUrl: `${health}/healthz`,
      ...(options.onDeath ? { onDeath: options.onDeath } : {}),
    })
  // The API believes what the site says about the caller: nobody else may reach it.
  const api = service('La API', 'api', options.apiMain ?? 'api/src/main.ts', `http://127.0.0.1:${apiPort}`, {
    HOST: '127.0.0.1',
  })
  const site = service('El sitio', 'site', 'shell/server/main.ts', url)
  const stop = async (): Promise<void> => {
    await Promise.all([site.stop(), api.stop()])
  }

  try {
    await Promise.all([api.start(), site.start()])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    port,
    apiPort,
    api: {
      get pid() {
        return api.pid
      },
      kill: (signal) => api.kill(signal),
      async restart() {
        await api.stop()
        await api.start()
      },
    },
    stop,
  }
}
