import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LICENCES_RECORD, LicencesSchema, type PackageLicence, sortLicences } from 'shared/build/licences'
import * as v from 'valibot'
import { type CompressedPage, sendPage, toPage } from '../pages.ts'
import { refuseRequest } from '../refuse.ts'
import { readStoredRegistry, releasesFolder } from '../registry/registry-file.ts'
import { type FolderPath, readBelow } from '../release-files/open-below.ts'
import { staticPolicy } from '../static-page/static-page.ts'
import { licencesPage } from './licences-page.ts'
import { PREPARED_FILE, readPreparedLicences } from './prepared-licences.ts'

interface LicencesOptions {
  readonly dataDir: string
  readonly shellFolder: string
  readonly shellPage: string
  readonly preparedFile: string | undefined
}

const BROTLI_QUALITY = 5

/** Older releases have none; a bad one hides no other. */
const readRecord = async (folder: FolderPath): Promise<PackageLicence[]> => {
  try {
    const record = await readBelow(folder, LICENCES_RECORD)
    return record === undefined ? [] : v.parse(LicencesSchema, JSON.parse(record.toString('utf8')))
  } catch {
    return []
  }
}

interface Named {
  /** Below the folder of releases. */
  readonly path: string
  readonly manifest: string
}

/** Fallbacks and canaries, too. */
const namedReleases = async (dataDir: string): Promise<Named[]> => {
  const registry = await readStoredRegistry(dataDir)
  return Object.entries(registry?.remotes ?? {}).flatMap(([name, entry]) =>
    Object.entries(entry?.releases ?? {}).map(([id, { manifest }]) => ({ path: `${name}/${id}`, manifest })),
  )
}

const preparePage = async (options: LicencesOptions, releases: readonly Named[]): Promise<CompressedPage> => {
  const { dataDir, shellFolder, shellPage, preparedFile = PREPARED_FILE } = options
  const root = releasesFolder(dataDir)
  const records = await Promise.all([
    readRecord({ root: dirname(shellFolder), path: basename(shellFolder) }),
    ...releases.map(({ path }) => readRecord({ root, path })),
  ])
  const { pdfjs, server } = await readPreparedLicences(preparedFile)
  const html = licencesPage(shellPage, {
    browser: sortLicences([...records.flat(), ...pdfjs]),
    server,
    elsewhere: releases.flatMap(({ manifest }) =>
      URL.canParse(manifest) ? new URL(LICENCES_RECORD, manifest).href : [],
    ),
  })
  return toPage(html, staticPolicy(html), BROTLI_QUALITY)
}

/** Lists what may be loaded now. */
export const serveLicences = (site: FastifyInstance, options: LicencesOptions): void => {
  let known: { readonly releases: string; readonly page: Promise<CompressedPage> } | undefined
  site.get('/licencias', async (request, reply) => {
    try {
      const releases = await namedReleases(options.dataDir)
      const key = releases.map(({ path }) => path).join()
      if (known?.releases !== key) known = { releases: key, page: preparePage(options, releases) }
      return sendPage(await known.page, request, reply)
    } catch (error) {
      known = undefined
      request.log.error({ err: error }, 'the licences cannot be listed')
      return refuseRequest(reply, 'INTERNAL')
    }
  })
}
