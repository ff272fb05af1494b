import { BLOB_REFERENCES } from '../../domain/integrity/blob-references.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { BackupError } from './backup-error.ts'
import { openForBackup } from './open-for-backup.ts'

export interface NeededBlob {
  readonly sha256: string
  /** That are not deleted. */
  readonly documents: readonly number[]
  /** Other bytes may have been erased since. */
  readonly isNeeded: boolean
}

const ALL = `select distinct r.sha256, r.document_id, d.deleted_at from (${BLOB_REFERENCES}) r
  left join documents d on d.id = r.document_id order by 1, 2`

/** @throws BackupError */
export const neededBlobs = async (
  environment: Pick<ApiEnvironment, 'databaseUrl' | 'dataDir'>,
): Promise<NeededBlob[]> => {
  const ledger = await openForBackup(environment)
  if (ledger === null) throw new BackupError('No hay una base de datos.')
  const rows = await ledger.rows(ALL).finally(() => ledger.close())
  const blobs = new Map<string, { documents: number[]; isNeeded: boolean }>()
  for (const { sha256, document_id, deleted_at } of rows) {
    const blob = blobs.get(String(sha256)) ?? { documents: [], isNeeded: false }
    blobs.set(String(sha256), blob)
    if (deleted_at !== null) continue
    blob.isNeeded = true
    if (document_id !== null) blob.documents.push(Number(document_id))
  }
  return [...blobs].map(([sha256, blob]) => ({ sha256, ...blob }))
}
