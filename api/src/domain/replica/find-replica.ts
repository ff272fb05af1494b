import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import {
  initialiseReplica,
  inspectReplica,
  judgeReplica,
  openReplicaFolder,
  type ReplicaFolder,
  ReplicaUnavailableError,
} from '../../platform/storage/replica-folder.ts'

export interface FindReplicaOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  readonly adminLog: AdminLog
  readonly directory: string
}

const countUnerased = async (db: ApiDatabase): Promise<number> => {
  const counted = db.selectFrom('blob_removals').select(({ fn }) => fn.countAll().as('count'))
  return Number((await counted.where('copy_only', '=', 1).executeTakeFirstOrThrow()).count)
}

const makeReplica = async ({ db, clock, adminLog, directory }: FindReplicaOptions): Promise<string> => {
  const [id, unerased] = [randomUUID(), await countUnerased(db)]
  const made = { id, made_at: clock() }
  await db
    .insertInto('blob_replicas')
    .values({ number: 1, ...made })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(made))
    .execute()
  await initialiseReplica(directory, id).catch((cause: unknown) => {
    throw new ReplicaUnavailableError('the replica failed', { cause })
  })
  adminLog.record({ event: 'replica-made', folder: directory, unerased })
  return id
}

/**
 * Makes an empty folder the replica if none is known or a person asks for it; call it in one process at a time.
 *
 * @throws ReplicaUnavailableError if the folder is unavailable, or another one
 */
export const findReplica = async (options: FindReplicaOptions): Promise<ReplicaFolder> => {
  const { db, directory } = options
  const known = await db.selectFrom('blob_replicas').select('id').executeTakeFirst()
  const contents = await inspectReplica(directory).catch((cause: unknown) => {
    throw new ReplicaUnavailableError('the replica failed', { cause })
  })
  const state = judgeReplica(known?.id, contents)
  if (state === 'here' && known !== undefined) return openReplicaFolder(directory, known.id)
  if (state !== 'initialise') throw new ReplicaUnavailableError(`${directory} is ${state}`)
  return openReplicaFolder(directory, await makeReplica(options))
}
