import { type EnvironmentVariables, parseVariables, type S3Place, s3PlaceOf, s3Variables } from 'shared/server'
import * as v from 'valibot'
import type { ReleaseStore } from '../registry/release-store.ts'

/** @param s3 null: `DATA_DIR/releases` alone */
export const openReleaseStore = async (dataDir: string, s3: S3Place | null): Promise<ReleaseStore> => {
  if (s3 === null) return { dataDir }
  const { openSharedReleases } = await import('./shared-releases.ts')
  return { dataDir, shared: openSharedReleases(dataDir, s3) }
}

/** For commands. @param variables `S3_…` */
export const withReleaseStore = async <T>(
  dataDir: string,
  variables: EnvironmentVariables,
  work: (store: ReleaseStore) => Promise<T>,
): Promise<T> => {
  const store = await openReleaseStore(dataDir, s3PlaceOf(parseVariables(v.object(s3Variables), variables)))
  return work(store).finally(() => store.shared?.close())
}
