import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildFolder, readBuildRecord } from 'shared/build/record'
import { type Environment, EnvironmentError, parseEnvironment } from './environment.ts'
import { pdfjsFolder } from './pdfjs.ts'
import { releasesFolder } from './registry/registry-file.ts'
import { createSite } from './site.ts'

/** Milliseconds. */
const SHUTDOWN_MS = 10_000

const SHELL = dirname(import.meta.dirname)

const stopOnSignals = (site: FastifyInstance): void => {
  const stop = (signal: NodeJS.Signals) => {
    site.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    void site.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}

const start = async (environment: Environment): Promise<void> => {
  const record = readBuildRecord(SHELL)
  if (!record) throw new EnvironmentError('El sitio no está construido. Usa: npm start')
  await mkdir(releasesFolder(environment.dataDir), { recursive: true })
  const site = createSite({
    ...environment,
    shell: { release: record.release, folder: buildFolder(SHELL, record.release) },
    pdfjsFolder,
  })
  stopOnSignals(site)
  await site.listen({ port: environment.port, host: environment.host })
}

try {
  await start(parseEnvironment(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : error}\n`)
  process.exit(1)
}
