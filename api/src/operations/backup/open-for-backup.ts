import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { unreachableDatabase } from '../doctor/examine-database.ts'
import { openReadOnlyDatabase, type ReadOnlyDatabase } from '../doctor/open-read-only-database.ts'
import { BackupError } from './backup-error.ts'

/**
 * Read-only; null if it does not exist.
 * @throws BackupError with the doctor's advice
 */
export const openForBackup = async (
  environment: Pick<ApiEnvironment, 'databaseUrl' | 'dataDir'>,
): Promise<ReadOnlyDatabase | null> => {
  try {
    return await openReadOnlyDatabase(environment)
  } catch (cause) {
    const finding = unreachableDatabase(cause)
    const remedy = finding.level === 'ok' ? '' : ` ${finding.remedy}`
    throw new BackupError(`${finding.message}${remedy}`, { cause })
  }
}
