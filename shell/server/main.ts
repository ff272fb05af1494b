import 'shared/node'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildFolder, readBuildRecord } from 'shared/build/record'
import { EnvironmentError, makeFolderDurably, type RequestTracing, startTracing, stopOnSignal } from 'shared/server'
import { openReleaseStore } from './bucket/open-release-store.ts'
import { parseSiteEnvironment, type SiteEnvironment } from './environment.ts'
import { createSiteLogger } from './logger.ts'
import { pdfjsFolder } from './pdfjs.ts'
import { releasesFolder } from './registry/registry-file.ts'
import type { ReleaseStore } from './registry/release-store.ts'
import { sharedReportKey } from './reports/report-tokens.ts'
import { keepPdfjs, keepShell } from './shells/kept-shells.ts'
import { createSite } from './site.ts'

const SHUTDOWN_MS = 10_000

const SHELL = dirname(import.meta.dirname)

const closeOnSignal = (site: FastifyInstance, tracing: RequestTracing | undefined): void =>
  stopOnSignal({
    graceMs: SHUTDOWN_MS,
    onLate: () => process.exit(1),
    stop: async (signal) => {
      site.log.info({ signal }, 'stopping')
      await site.close()
      await tracing?.stop()
      process.exit(0)
    },
  })

const keepForOpenTabs = async (site: FastifyInstance, store: ReleaseStore, folder: string): Promise<void> => {
  try {
    await keepShell(store, folder, new Date())
    await keepPdfjs(store, pdfjsFolder)
  } catch (error) {
    site.log.error({ err: error }, 'this shell is not kept: open tabs break when it is replaced')
  }
}

const start = async (environment: SiteEnvironment): Promise<void> => {
  const record = readBuildRecord(SHELL)
  if (!record) throw new EnvironmentError('El sitio no está construido. Usa: npm start')
  await makeFolderDurably(releasesFolder(environment.dataDir), 0o777)
  const folder = buildFolder(SHELL, record.release)
  const { logLevel, traces } = environment
  const tracing = await startTracing(traces, { service: 'trazo-site', log: createSiteLogger(logLevel) })
  const store = await openReleaseStore(environment.dataDir, environment.s3)
  const site = createSite({
    ...environment,
    shared: store.shared,
    reportKey: environment.s3 ? sharedReportKey(environment.s3.secretAccessKey) : undefined,
    tracing,
    shell: { release: record.release, folder },
    pdfjsFolder,
  })
  closeOnSignal(site, tracing)
  await site.listen({ port: environment.port, host: environment.host })
  await keepForOpenTabs(site, store, folder)
}

try {
  await start(parseSiteEnvironment(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : error}\n`)
  process.exit(1)
}
