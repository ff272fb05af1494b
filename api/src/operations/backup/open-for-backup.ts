import type { Environment } from '../../platform/environment/environment.ts'
import { unreachable } from '../doctor/examine-database.ts'
import { type Ledger, openLedger } from '../doctor/open-ledger.ts'
import { BackupError } from './backup-error.ts'

/**
 * Read-only; null if it does not exist.
 * @throws BackupError with the doctor's advice
 */
export const openForBackup = async (
  environment: Pick<Environment, 'databaseUrl' | 'dataDir'>,
): Promise<Ledger | null> => {
  try {
    return await openLedger(environment)
  } catch (cause) {
    const finding = unreachable(cause)
    const remedy = finding.level === 'ok' ? '' : ` ${finding.remedy}`
    throw new BackupError(`${finding.message}${remedy}`, { cause })
  }
}
