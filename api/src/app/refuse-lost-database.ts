import { access } from 'node:fs/promises'
import { EnvironmentError } from 'shared/server'
import { lastStartOf } from '../operations/admin-events/remember-start.ts'

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * An empty database would hide the documents of an earlier start.
 * @throws EnvironmentError
 */
export const refuseLostDatabase = async (dataDir: string, setting: 'DATA_DIR' | 'DATABASE_URL'): Promise<void> => {
  if (!(await exists(lastStartOf(dataDir)))) return
  throw new EnvironmentError(
    `En ${dataDir} ya funcionó Trazo, y su base de datos (${setting}) no está o está vacía. Restaura la última copia ` +
      'de seguridad (pnpm run restore, docs/operations.md). Para empezar de nuevo, elige otra carpeta con DATA_DIR.',
  )
}
