import { type S3Place, StorageUnavailableError } from 'shared/server'
import { openBucket } from 'shared/server/s3'
import { releasesFolder } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { SharedReleases } from '../registry/release-store.ts'
import { sharedDocuments } from './shared-documents.ts'
import { sharedFolders } from './shared-folders.ts'

const AWAY = 'El almacenamiento del sitio (S3_ENDPOINT) no responde. Inténtalo de nuevo más tarde.'

const explain = (cause: unknown): never => {
  throw cause instanceof StorageUnavailableError ? new ReleaseError('away', AWAY, { cause }) : cause
}

export const openSharedReleases = (dataDir: string, place: S3Place): SharedReleases => {
  const bucket = openBucket(place)
  const prefix = `${place.prefix}site/`
  const documents = sharedDocuments(bucket, prefix)
  const folders = sharedFolders({ bucket, prefix, root: releasesFolder(dataDir) })
  return {
    readDocument: (...given) => documents.readDocument(...given).catch(explain),
    replaceDocument: (...given) => documents.replaceDocument(...given).catch(explain),
    push: (...given) => folders.push(...given).catch(explain),
    pull: (...given) => folders.pull(...given).catch(explain),
    list: () => folders.list().catch(explain),
    touch: (...given) => folders.touch(...given).catch(explain),
    remove: (...given) => folders.remove(...given).catch(explain),
    sweep: (...given) => folders.sweep(...given).catch(explain),
    close: bucket.close,
  }
}
