import { join, resolve } from 'node:path'
import { withReleaseStore } from '../shell/server/bucket/open-release-store.ts'
import { type PublishedFiles, publishReleases, remotesOf } from '../shell/server/registry/publish-release.ts'
import { freePort } from './free-port.ts'
import { createService } from './service.ts'
import { inWorkspace } from './workspace.ts'

export interface LocalSiteOptions {
  readonly dataDir: string
  readonly port?: number
  readonly apiPort?: number
  /** Default: only remotes without a live release. */
  readonly publishing?: PublishedFiles
  readonly env?: Readonly<Record<string, string>>
  /** Relative to the workspace; tests use a faulty API. */
  readonly apiMain?: string
  readonly onDeath?: (message: string) => void
  readonly onSlow?: (message: string) => void
  /** A server that dies is started again. */
  readonly restart?: boolean
}

export type RunningSite = Awaited<ReturnType<typeof launchSite>>

interface Addresses {
  readonly url: string
  readonly port: number
  readonly apiPort: number
}

const createServices = (options: LocalSiteOptions, dataDir: string, { url, port, apiPort }: Addresses) => {
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
      ...(options.onSlow ? { onSlow: options.onSlow } : {}),
      ...(options.restart ? { restart: {} } : {}),
    })
  return {
    // The API trusts the site's headers,
    // so only local processes may connect.
    api: service('La API', 'api', options.apiMain ?? 'api/src/app/main.ts', `http://127.0.0.1:${apiPort}`, {
      HOST: '127.0.0.1',
    }),
    site: service('El sitio', 'site', 'shell/server/main.ts', url),
  }
}

/** @throws Error with the end of the log */
export const launchSite = async (options: LocalSiteOptions) => {
  const dataDir = resolve(options.dataDir)
  const port = options.port ?? (await freePort())
  const apiPort = options.apiPort ?? (await freePort())
  const url = `http://localhost:${port}`
  await withReleaseStore(dataDir, { ...process.env, ...options.env }, (store) =>
    publishReleases(store, remotesOf(inWorkspace()), new Date(), options.publishing),
  )
  const { api, site } = createServices(options, dataDir, { url, port, apiPort })
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
    /** Without a trailing slash. */
    url,
    port,
    apiPort,
    api: {
      get pid() {
        return api.pid
      },
      kill: api.kill,
      /** Keeps the data; resolves when healthy. */
      async restart(): Promise<void> {
        await api.stop()
        await api.start()
      },
    },
    stop,
  }
}
