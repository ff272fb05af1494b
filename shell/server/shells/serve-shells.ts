import type { FastifyInstance } from 'fastify'
import { NO_CONTENT_POLICY } from 'shared/server'
import { releasesFolder } from '../registry/registry-file.ts'
import { UNFINISHED } from '../release-files/copy-folder.ts'
import type { Place } from '../release-files/open-below.ts'
import { serveReleases } from '../release-files/serve-releases.ts'
import { listShells } from './kept-shells.ts'

interface ShellFiles {
  readonly dataDir: string
  readonly folder: string
  readonly pdfjsFolder: string
  readonly workerPolicy: string
  readonly sourceMaps: boolean
}

/** Other names would search all shells for nothing. */
const HASHED = /\.[0-9a-f]{12}\.\w+(?:\.map)?$/

export const serveShells = (
  site: FastifyInstance,
  { dataDir, folder, pdfjsFolder, workerPolicy, sourceMaps }: ShellFiles,
): void => {
  const root = releasesFolder(dataDir)
  serveReleases(site, {
    prefix: '/assets',
    scriptPolicy: NO_CONTENT_POLICY,
    sourceMaps,
    async *placesOf(path): AsyncGenerator<Place> {
      yield { root: folder, path: `assets/${path}` }
      if (!HASHED.test(path)) return
      for (const { id } of await listShells(dataDir)) yield { root, path: `shell/${id}/assets/${path}` }
    },
  })
  serveReleases(site, {
    prefix: '/pdfjs',
    scriptPolicy: workerPolicy,
    sourceMaps,
    placesOf: (path) =>
      path.includes(UNFINISHED)
        ? []
        : [
            { root: pdfjsFolder, path },
            { root, path: `pdfjs/${path}` },
          ],
  })
}
