import pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { openPostgres } from '../../platform/database/open-postgres.ts'
import { numberTypes } from '../../platform/database/postgres-dialect.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { readOnlyBlobs } from '../../platform/storage/read-only-blobs.ts'
import { openS3BlobStore, type S3BlobStore } from '../../platform/storage/s3-blob-store.ts'
import { moveBlobs, verifyBlobs } from './move-blobs.ts'
import { MoveError } from './move-error.ts'
import { type MoveProgress, moveRows, verifyRows } from './move-rows.ts'
import { type MigrationSource, openSource } from './source.ts'

export interface MoveOptions extends MoveProgress {
  readonly environment: Pick<ApiEnvironment, 'dataDir' | 'databaseUrl' | 's3'>
  /** Outside the installation. */
  readonly temporary: string
  readonly clock: Clock
}

/** Document ids are positive. */
const MOVE_LOCK = -1

const OTHER_DATA = 'El destino no está vacío'

const refuseFilled = async (client: pg.Client, source: MigrationSource, blobs: S3BlobStore): Promise<void> => {
  for (const { name } of source.tables) {
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`)
    if (rowCount !== 0) throw new MoveError(`${OTHER_DATA}: la tabla ${name} ya tiene filas.`)
  }
  if (!(await blobs.isEmpty())) throw new MoveError(`${OTHER_DATA}: el almacenamiento ya tiene archivos.`)
}

/** @returns whether a run had begun; undefined if finished */
const begin = async (
  client: pg.Client,
  source: MigrationSource,
  blobs: S3BlobStore,
  now: number,
): Promise<boolean | undefined> => {
  const { rows } = await client.query<{ source: string; finished_at: number | null }>('select * from data_moves')
  const [move] = rows
  if (move === undefined) {
    await refuseFilled(client, source, blobs)
    await client.query('insert into data_moves (source, started_at) values ($1, $2)', [source.fingerprint, now])
    return false
  }
  if (move.source !== source.fingerprint)
    throw new MoveError(`${OTHER_DATA}: ahí se trasladó otra instalación, o esta cambió desde entonces.`)
  return move.finished_at === null ? true : undefined
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, keepAlive: true, types: numberTypes })
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MOVE_LOCK])
  if (rows[0]?.taken) return client
  await client.end()
  throw new MoveError('Otro proceso está trasladando datos a este destino.')
}

/** @returns the number of files; undefined if finished before */
const move = async (
  options: MoveOptions,
  source: MigrationSource,
  client: pg.Client,
  blobs: S3BlobStore,
): Promise<number | undefined> => {
  const { environment, clock, say } = options
  const resumed = await begin(client, source, blobs, clock())
  if (resumed === undefined) {
    say('Este traslado ya había terminado: no queda nada por hacer.')
    return undefined
  }
  say(resumed ? 'Se continúa el traslado que había quedado a medias.' : 'Comienza el traslado.')
  const addresses = source.blobs()
  await moveBlobs(client, addresses, { from: readOnlyBlobs(environment.dataDir), to: blobs }, options)
  await moveRows(client, source, options)
  say('Todo está copiado. Se compara con el original.')
  await verifyRows(client, source, options)
  await verifyBlobs(addresses, blobs, options)
  await source.refuseChanged()
  await client.query('update data_moves set finished_at = $1', [clock()])
  say('Traslado terminado: todas las filas y todos los archivos son iguales a los originales.')
  say('Copia la carpeta de llaves tal como está y señálala con KEYS_DIR en cada proceso.')
  return addresses.length
}

/**
 * Resumable; only reads the source. No server starts on an
 * incomplete target.
 * @returns the number of files; undefined if finished before
 * @throws MoveError
 */
export const moveData = async (options: MoveOptions): Promise<number | undefined> => {
  const { databaseUrl, s3, dataDir } = options.environment
  if (databaseUrl === null || s3 === null)
    throw new MoveError('Indica el destino con DATABASE_URL y las variables S3_*, y el origen con DATA_DIR.')
  const source = await openSource(dataDir)
  try {
    const db = await openPostgres(databaseUrl, () => undefined)
    await db.destroy()
    const client = await connect(databaseUrl)
    const blobs = await openS3BlobStore(options.temporary, s3)
    try {
      return await move(options, source, client, blobs)
    } finally {
      blobs.close()
      await client.end()
    }
  } finally {
    await source.close()
  }
}
