import type { FastifyInstance } from 'fastify'
import { PREVIEW_FILES, previewsFolder } from '../registry/release-place.ts'
import { type ReleaseFiles, serveReleases } from '../release-files/serve-releases.ts'
import type { OpenPreviews } from './open-preview.ts'

interface PreviewFilesOptions
  extends Pick<OpenPreviews, 'mayReadFiles'>,
    Pick<ReleaseFiles, 'scriptPolicy' | 'sourceMaps'> {
  readonly dataDir: string
}

/** Only for the browser that has this very preview open. */
export const servePreviewFiles = (
  site: FastifyInstance,
  { dataDir, mayReadFiles, ...files }: PreviewFilesOptions,
): void =>
  serveReleases(site, {
    ...files,
    prefix: PREVIEW_FILES,
    isPrivate: true,
    async *placesOf(path, request) {
      const [remote = '', id = ''] = path.split('/')
      if (await mayReadFiles(request, remote, id)) yield { root: previewsFolder(dataDir), path }
    },
  })
