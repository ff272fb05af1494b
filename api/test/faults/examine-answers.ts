import { createHash } from 'node:crypto'
import { getFileCall, listFieldsCall, listFilesCall, listInvitationsCall, type UserFile } from 'shared/contract'
import { getSigningOrderCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'
import { download } from '../support/child-people.ts'
import { ask, type ChildServer } from '../support/child-server.ts'
import type { Acknowledged } from './acknowledged.ts'
import { demand } from './violation.ts'

/* Runs without other clients. */

const examineFields = async (server: ChildServer, acknowledged: Acknowledged, document: UserFile): Promise<void> => {
  const query = { user_file_id: String(document.id) }
  const fields = await ask(server, listFieldsCall, { bearer: acknowledged.bearer, query })
  for (const { field_id } of fields) demand(acknowledged.asked.has(field_id), `field ${field_id} was not requested`)
  for (const [id, state] of acknowledged.fields) {
    const field = fields.find((one) => one.id === id)
    if (state === 'deleted') demand(field === undefined, `deleted field ${id} is there`)
    else if (state !== 'deleting') demand(field !== undefined, `field ${id} is gone`)
    if (state === 'signed') demand(field?.is_signed === true, `the signature of field ${id} is gone`)
  }
  const signed = fields.filter(({ is_signed }) => is_signed).length
  demand(document.fields_total === fields.length && document.fields_signed === signed, 'fields are counted wrongly')
  const isComplete = document.status === 'COMPLETED'
  demand(document.is_signed === isComplete, `is_signed is ${document.is_signed}, and it is ${document.status}`)
  demand(!isComplete || (signed > 0 && signed === fields.length), 'complete, and not everybody has signed')
}

const examineInvitations = async (
  server: ChildServer,
  { bearer, invited }: Acknowledged,
  id: number,
): Promise<void> => {
  const invitations = await ask(server, listInvitationsCall, { bearer, params: { id } })
  for (const fieldId of invited) {
    const states = invitations.filter(({ field_id }) => field_id === fieldId).map(({ state }) => state)
    demand(states.includes('standing') || states.includes('signed'), `invitation to field ${fieldId} is ${states}`)
  }
}

/** Each revision must be a prefix of the newest. */
const examineBytes = async (
  server: ChildServer,
  db: ApiDatabase,
  acknowledged: Acknowledged,
  document: UserFile,
): Promise<Buffer> => {
  const table = db.selectFrom('revisions').select(['number', 'sha256', 'size'])
  // Read before the bytes: the server may be sealing.
  const revisions = await table.where('document_id', '=', document.id).execute()
  const bytes = await download(server, acknowledged.bearer, document.id)
  demand(
    bytes.subarray(0, acknowledged.bytes.length).equals(acknowledged.bytes),
    'it does not begin with what was uploaded',
  )
  for (const { number, sha256, size } of revisions) {
    const hash = createHash('sha256').update(bytes.subarray(0, size)).digest('hex')
    demand(hash === sha256, `revision ${number} is not what the document begins with`)
  }
  return bytes
}

const examineUpload = async (server: ChildServer, { bearer, filename }: Acknowledged): Promise<void> => {
  const files = await ask(server, listFilesCall, { bearer })
  const same = files.filter(({ original_filename }) => original_filename === filename)
  demand(same.length <= 1, `${same.length} documents of one upload`)
}

const examine = async (
  server: ChildServer,
  db: ApiDatabase,
  acknowledged: Acknowledged,
): Promise<Buffer | undefined> => {
  await examineUpload(server, acknowledged)
  const { documentId: id, bearer } = acknowledged
  if (id === undefined) return undefined
  const document = await ask(server, getFileCall, { bearer, params: { id } })
  demand(document.original_filename === acknowledged.filename, `it is called ${document.original_filename}`)
  demand(!acknowledged.isShared || document.is_shared, 'it is not shared any more')
  demand(!acknowledged.isComplete || document.status === 'COMPLETED', `it was complete and is ${document.status}`)
  const order = await ask(server, getSigningOrderCall, { bearer, params: { id } })
  demand(!acknowledged.isOrdered || order.mode === 'ordered', 'its order is gone')
  await examineFields(server, acknowledged, document)
  await examineInvitations(server, acknowledged, id)
  return examineBytes(server, db, acknowledged, document)
}

export const examineAnswers = async (
  server: ChildServer,
  db: ApiDatabase,
  acknowledged: Acknowledged,
): Promise<Buffer | undefined> => {
  try {
    return await examine(server, db, acknowledged)
  } catch (error) {
    if (error instanceof Error) error.message = `${acknowledged.filename}: ${error.message}`
    throw error
  }
}
