import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { COPYABLE_FILES } from '../../domain/integrity/blob-references.ts'
import { inspectReplica, judgeReplica, type ReplicaState } from '../../platform/storage/replica-folder.ts'
import { queryTexts } from './examine-database.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning } = findingsOf('replica')

const AWAY: Readonly<Record<Exclude<ReplicaState, 'here' | 'initialise'>, string>> = {
  absent: 'no existe',
  foreign: 'es la de otra instalación, o la que esta tenía antes',
  unmarked: 'no tiene la marca trazo-replica: quizá su disco no está montado',
  filled: 'tiene otras cosas',
}

const STEPS =
  'Monta ese disco. Para usar otro, crea en su carpeta vacía el archivo trazo-replica-new (docs/operations.md).'

const isCopied = async (directory: string, sha256: string): Promise<boolean> => {
  const entry = await lstat(join(directory, 'files', sha256.slice(0, 2), sha256)).catch(() => undefined)
  return entry?.isFile() ?? false
}

const examineCopies = async (directory: string, ledger: ReadOnlyDatabase): Promise<DoctorFinding> => {
  const needed = await queryTexts(ledger, `select distinct sha256 from (${COPYABLE_FILES}) s`)
  let lacking = 0
  for (const sha256 of needed) if (!(await isCopied(directory, sha256))) lacking += 1
  if (lacking === 0) return ok(`Los ${needed.length} archivos tienen su segunda copia.`)
  return warning(
    `A ${lacking} de ${needed.length} archivos les falta la segunda copia.`,
    'El servidor las hace mientras funciona. Si el número no baja en una hora, busca service-away en los avisos.',
  )
}

const examineDisks = async (directory: string, dataDir: string): Promise<DoctorFinding[]> => {
  const [copies, data] = await Promise.all([stat(directory), stat(dataDir).catch(() => undefined)])
  if (copies.dev !== data?.dev) return []
  return [
    warning(
      `${directory} está en el mismo disco que DATA_DIR: si falla, se pierden las dos copias.`,
      'Elige con REPLICA_DIR una carpeta de otro disco, y revisa que esté montado.',
    ),
  ]
}

const examineFolder = async (
  directory: string,
  dataDir: string,
  ledger: ReadOnlyDatabase | null,
): Promise<DoctorFinding[]> => {
  const [known] = ledger === null ? [] : await queryTexts(ledger, 'select id from blob_replicas')
  const state = judgeReplica(known, await inspectReplica(directory))
  if (state === 'initialise')
    return [ok(`${directory} recibirá las segundas copias.`), ...(await examineDisks(directory, dataDir))]
  if (state !== 'here') return [warning(`La carpeta ${directory} (REPLICA_DIR) ${AWAY[state]}.`, STEPS)]
  const copies = ledger === null ? [] : [await examineCopies(directory, ledger)]
  return [...copies, ...(await examineDisks(directory, dataDir))]
}

const examineForgotten = async (ledger: ReadOnlyDatabase | null): Promise<DoctorFinding[]> => {
  if (ledger === null) return []
  const [known] = await queryTexts(ledger, 'select id from blob_replicas').catch(() => [])
  if (known === undefined) return []
  const [waiting] = await queryTexts(ledger, 'select count(*) from blob_removals where copy_only = 1')
  return [
    warning(
      `La base conoce una carpeta de segundas copias, y falta REPLICA_DIR. Copias que esperan ser borradas: ${waiting}.`,
      'Indica REPLICA_DIR. Si ya no usas esa carpeta, destruye su disco y sigue docs/operations.md.',
    ),
  ]
}

export const examineReplica = async (
  { environment }: Pick<DoctorOptions, 'environment'>,
  ledger: ReadOnlyDatabase | null,
): Promise<DoctorFinding[]> => {
  const { replicaDir, dataDir } = environment
  if (replicaDir === null) return examineForgotten(ledger)
  try {
    return await examineFolder(replicaDir, dataDir, ledger)
  } catch (problem) {
    return [warning(`No se puede revisar la carpeta ${replicaDir} (REPLICA_DIR): ${causeText(problem)}.`, STEPS)]
  }
}
