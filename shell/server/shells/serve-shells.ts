import type { FastifyInstance } from 'fastify'
import { NO_CONTENT_POLICY } from 'shared/server'
import type { OnDemand } from '../registry/fetch-on-demand.ts'
import { releasesFolder } from '../registry/registry-file.ts'
import { UNFINISHED_SUFFIX } from '../release-files/copy-folder.ts'
import type { FolderPath } from '../release-files/open-below.ts'
import { serveReleases } from '../release-files/serve-releases.ts'
import { listShells } from './kept-shells.ts'

interface ShellFiles {
  readonly dataDir: string
  readonly onDemand: OnDemand
  readonly folder: string
  readonly pdfjsFolder: string
  readonly workerPolicy: string
  readonly sourceMaps: boolean
}

/** Other names would search all shells for nothing. */
const HASHED = /\.[0-9a-f]{12}\.\w+(?:\.map)?$/

export const serveShells = (
  site: FastifyInstance,
  { dataDir, onDemand, folder, pdfjsFolder, workerPolicy, sourceMaps }: ShellFiles,
): void => {
  const root = releasesFolder(dataDir)
  serveReleases(site, {
    prefix: '/assets',
    scriptPolicy: NO_CONTENT_POLICY,
    sourceMaps,
    async *placesOf(path): AsyncGenerator<FolderPath> {
      yield { root: folder, path: `assets/${path}` }
      if (!HASHED.test(path)) return
      const shells = await listShells(dataDir)
      for (const { id } of shells) yield { root, path: `shell/${id}/assets/${path}` }
      await onDemand.fetchAll('shell')
      for (const { id } of await listShells(dataDir))
        if (shells.every((known) => known.id !== id)) yield { root, path: `shell/${id}/assets/${path}` }
    },
  })
  serveReleases(site, {
    prefix: '/pdfjs',
    scriptPolicy: workerPolicy,
    sourceMaps,
    async *placesOf(path): AsyncGenerator<FolderPath> {
      if (path.includes(UNFINISHED_SUFFIX)) return
      yield { root: pdfjsFolder, path }
      await onDemand.fetch(`pdfjs/${path.split('/')[0]}`)
      yield { root, path: `pdfjs/${path}` }
    },
  })
}
