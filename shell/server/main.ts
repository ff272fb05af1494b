import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildFolder, readBuildRecord } from 'shared/build/record'
import { EnvironmentError, stopOnSignal } from 'shared/server'
import { type Environment, parseEnvironment } from './environment.ts'
import { pdfjsFolder } from './pdfjs.ts'
import { releasesFolder } from './registry/registry-file.ts'
import { keepPdfjs, keepShell } from './shells/kept-shells.ts'
import { createSite } from './site.ts'

const SHUTDOWN_MS = 10_000

const SHELL = dirname(import.meta.dirname)

const closeOnSignal = (site: FastifyInstance): void =>
  stopOnSignal({
    graceMs: SHUTDOWN_MS,
    onLate: () => process.exit(1),
    stop: async (signal) => {
      site.log.info({ signal }, 'stopping')
      await site.close()
      process.exit(0)
    },
  })

const keepForOpenTabs = async (site: FastifyInstance, dataDir: string, folder: string): Promise<void> => {
  try {
    await keepShell(dataDir, folder, new Date())
    await keepPdfjs(dataDir, pdfjsFolder)
  } catch (error) {
    site.log.error({ err: error }, 'this shell is not kept: open tabs break when it is replaced')
  }
}

const start = async (environment: Environment): Promise<void> => {
  const record = readBuildRecord(SHELL)
  if (!record) throw new EnvironmentError('El sitio no está construido. Usa: npm start')
  await mkdir(releasesFolder(environment.dataDir), { recursive: true })
  const folder = buildFolder(SHELL, record.release)
  const site = createSite({
    ...environment,
    shell: { release: record.release, folder },
    pdfjsFolder,
  })
  closeOnSignal(site)
  await site.listen({ port: environment.port, host: environment.host })
  await keepForOpenTabs(site, environment.dataDir, folder)
}

try {
  await start(parseEnvironment(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : error}\n`)
  process.exit(1)
}
