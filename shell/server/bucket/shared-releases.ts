import { randomUUID } from 'node:crypto'
import { type S3Place, StorageUnavailableError } from 'shared/server'
import type { OpenBucket } from 'shared/server/s3'
import { openBucket } from 'shared/server/s3'
import { releasesFolder } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { SharedReleases } from '../registry/release-store.ts'
import { sharedFolders } from './shared-folders.ts'

const IGNORES_CONDITIONS =
  'El almacenamiento de S3_ENDPOINT no respeta If-Match: dos publicaciones se pisarían. Usa otro almacenamiento, o inicia el sitio sin S3_*.'
const FASTER = 'Otra publicación fue más rápida, y esta no cambió nada. Mira qué está en vivo e inténtalo de nuevo.'

/** No object has this ETag. */
const WRONG_VERSION = '"00000000000000000000000000000000"'

const checkConditions = async (bucket: OpenBucket, key: string): Promise<void> => {
  const written = await bucket.replace(key, Buffer.from(randomUUID()), WRONG_VERSION)
  if (written !== undefined) throw new ReleaseError('refused', IGNORES_CONDITIONS)
}

const sharedDocuments = (
  bucket: OpenBucket,
  prefix: string,
): Pick<SharedReleases, 'readDocument' | 'replaceDocument'> => {
  let checked: Promise<void> | undefined
  const requireConditions = (): Promise<void> => {
    checked ??= checkConditions(bucket, `${prefix}conditions`).catch((error: unknown) => {
      checked = undefined
      throw error
    })
    return checked
  }
  return {
    readDocument: async (name, known) => {
      const object = await bucket.readVersion(prefix + name, known)
      if (typeof object !== 'object') return object
      return { text: Buffer.from(object.bytes).toString('utf8'), version: object.etag }
    },
    replaceDocument: async (name, text, version) => {
      await requireConditions()
      const written = await bucket.replace(prefix + name, Buffer.from(text), version)
      if (written === undefined) throw new ReleaseError('busy', FASTER)
    },
  }
}

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
