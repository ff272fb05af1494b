import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode, hashHex, type S3Place } from 'shared/server'
import { openS3BlobStore } from '../../platform/storage/s3-blob-store.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { tryOut } from './examine-disk.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, error } = findingsOf('storage')

/** Constant, so a bucket stores it once. */
const SAMPLE = new TextEncoder().encode('Trazo: prueba de escritura\n')

const NEWEST = `select sha256 from revisions where sha256 not in (select sha256 from blob_prefixes)
  order by created_at desc limit 1`
const NEWEST_BEFORE_MIGRATION = 'select sha256 from revisions order by created_at desc limit 1'

const newestBlob = async (ledger: ReadOnlyDatabase | null): Promise<string | undefined> => {
  const rows = await ledger
    ?.rows(NEWEST)
    .catch(() => ledger.rows(NEWEST_BEFORE_MIGRATION))
    .catch(() => [])
  const sha256 = rows?.[0]?.sha256
  return typeof sha256 === 'string' ? sha256 : undefined
}

type Read = (sha256: string) => Promise<Uint8Array>

const DAMAGED = error(
  'El documento más reciente está dañado: sus bytes cambiaron.',
  'Revisa el disco o el almacenamiento, y recupera ese archivo del respaldo.',
)

const examineNewest = async (ledger: ReadOnlyDatabase | null, read: Read): Promise<DoctorFinding[]> => {
  const sha256 = await newestBlob(ledger)
  if (sha256 === undefined) return []
  try {
    const bytes = await read(sha256)
    if (hashHex(bytes) === sha256) return [ok('El documento más reciente está completo.')]
    return [DAMAGED]
  } catch (problem) {
    if (problem instanceof BlobFaultError && problem.fault === 'damaged') return [DAMAGED]
    return [
      error(
        `La base conoce documentos que no están aquí (${causeText(problem)}).`,
        'La base y los documentos se recuperan juntos, del mismo respaldo. Revisa DATA_DIR, S3_BUCKET y S3_PREFIX.',
      ),
    ]
  }
}

const inFolder = async (dataDir: string, ledger: ReadOnlyDatabase | null): Promise<DoctorFinding[]> => {
  const files = join(dataDir, 'files')
  const known = await stat(files).catch(() => undefined)
  const read: Read = (sha256) => readFile(join(files, sha256.slice(0, 2), sha256))
  if (known === undefined) {
    const missing = await examineNewest(ledger, read)
    return missing.length > 0 ? missing : [ok('La carpeta se creará en el primer inicio.')]
  }
  try {
    await tryOut(files)
  } catch (problem) {
    return [
      error(
        `No se pueden guardar documentos en ${files}: ${causeText(problem)}.`,
        errorCode(problem) === 'ENOSPC'
          ? 'Libera espacio en el disco.'
          : 'Da la carpeta al usuario que ejecuta la API.',
      ),
    ]
  }
  return [ok('Se guardan y se leen.'), ...(await examineNewest(ledger, read))]
}

/** Responses to HEAD have no message. */
const inWords = (problem: unknown): string => {
  const reason = causeText(problem)
  if (reason !== '' && reason !== 'UnknownError') return reason
  return problem instanceof Error && errorCode(problem) === '' ? problem.name : errorCode(problem)
}

const inBucket = async (place: S3Place, ledger: ReadOnlyDatabase | null): Promise<DoctorFinding[]> => {
  // Opening a store empties its temporary folder.
  const folder = await mkdtemp(join(tmpdir(), 'trazo-doctor-'))
  const blobs = await openS3BlobStore(folder, place)
  try {
    await blobs.probe()
    const { sha256 } = await blobs.put(SAMPLE)
    await blobs.read(sha256)
    return [ok(`El bucket ${place.bucket} guarda y devuelve.`), ...(await examineNewest(ledger, blobs.read))]
  } catch (problem) {
    const cause = problem instanceof Error && problem.cause !== undefined ? problem.cause : problem
    return [
      error(
        `El almacenamiento S3 no guarda ni devuelve documentos: ${inWords(cause)}.`,
        'Revisa S3_ENDPOINT, que el bucket exista, y que las llaves S3_* puedan leer, escribir y listar en él.',
      ),
    ]
  } finally {
    blobs.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export const examineStorage = (
  { environment }: Pick<DoctorOptions, 'environment'>,
  ledger: ReadOnlyDatabase | null,
): Promise<DoctorFinding[]> =>
  environment.s3 === null ? inFolder(environment.dataDir, ledger) : inBucket(environment.s3, ledger)
