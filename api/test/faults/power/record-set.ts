import { getFileCall, validateInvitationCall } from 'shared/contract'
import { createBulkJobCall, getBulkJobCall } from 'shared/contract/bulk'
import { createSendingCall, signSendingCall } from 'shared/contract/sendings'
import { createTemplateCall } from 'shared/contract/templates'
import type { ApiDatabase } from '../../../src/platform/database/open-database.ts'
import { csvOf } from '../../support/bulk.ts'
import { placeField, tokenIn, upload } from '../../support/child-people.ts'
import { ask, type ChildServer } from '../../support/child-server.ts'
import { threePages } from '../../support/people.ts'
import { actOn } from '../../support/sendings.ts'
import { pause } from '../calls.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { register } from '../steps.ts'

/** Of the spreadsheet; each makes a sending of two documents. */
export const SET_ROWS = 2
export const SET_DOCUMENTS = 2
/** Signs both documents; the address is of the first row. */
const PERSON = 'persona0@example.com'

/** An answer, and how the database shows it. */
export interface SetAnswer {
  readonly name: string
  /** Milliseconds of the wall clock, rounded down. */
  readonly time: number
  readonly holds: (db: ApiDatabase) => Promise<boolean>
}

const documentWithField = async (server: ChildServer, bearer: string) => {
  const { id } = await upload(server, bearer, threePages())
  return { id, field: await placeField(server, bearer, id, 'ana') }
}

/** From a template of two documents. */
const startJob = async (server: ChildServer, bearer: string): Promise<number> => {
  const documents = [await documentWithField(server, bearer), await documentWithField(server, bearer)]
  await ask(server, createSendingCall, { bearer, body: { documents: documents.map(({ id }) => id) } })
  const roles = documents.slice(0, 1).map(({ field }) => ({ key: String(field.id), name: 'Arrendatario' }))
  const body = { document_id: documents[0]?.id ?? 0, name: 'Alquiler', roles, message: '' }
  const { id } = await ask(server, createTemplateCall, { bearer, body })
  return (await ask(server, createBulkJobCall, { bearer, params: { id }, body: { file: csvOf(SET_ROWS) } })).id
}

/** Signs all documents of the first row in one act. @returns their numbers */
const signRow = async ({ sink }: ServerUnderTest, server: ChildServer, bearer: string): Promise<number[]> => {
  const [mail] = await sink.to(PERSON, 1)
  const query = { token: tokenIn(mail?.raw ?? '') }
  const guest = await ask(server, validateInvitationCall, { query })
  const ids = guest.sending?.documents.map(({ id }) => id) ?? []
  const shown = await Promise.all(ids.map((id) => ask(server, getFileCall, { bearer, params: { id } })))
  const params = { fieldId: guest.signature_field.id }
  await ask(server, signSendingCall, { bearer: guest.access_token, params, body: actOn(shown) })
  return ids
}

const rowsOf = (db: ApiDatabase) => db.selectFrom('bulk_rows').select(['document_id', 'state']).execute()

const untilSealed = async (server: ChildServer, bearer: string, ids: readonly number[]): Promise<void> => {
  for (const id of ids)
    while ((await ask(server, getFileCall, { bearer, params: { id } })).status !== 'COMPLETED') await pause()
}

/** A template, a job of its rows, an act that signs two documents, and their seals. */
export const playSet = async (target: ServerUnderTest): Promise<SetAnswer[]> => {
  const answers: SetAnswer[] = []
  const note = (name: string, holds: SetAnswer['holds']): void => {
    answers.push({ name, time: Date.now(), holds })
  }
  const { bearer } = await register(target, 'marta')
  const server = await target.server()
  const job = await startJob(server, bearer)
  note('the job', async (db) => (await rowsOf(db)).length === SET_ROWS)
  while ((await ask(server, getBulkJobCall, { bearer, params: { id: job } })).state !== 'done') await pause()
  note('the rows of the job', async (db) => (await rowsOf(db)).every(({ state }) => state === 'sent'))
  const ids = await signRow(target, server, bearer)
  note('the signatures of an act', async (db) => {
    const signed = db.selectFrom('signatures').select('document_id').where('document_id', 'in', ids)
    return (await signed.execute()).length === SET_DOCUMENTS
  })
  await untilSealed(server, bearer, ids)
  note('the seals of an act', async (db) => {
    const sealed = db.selectFrom('seals').select('document_id').where('document_id', 'in', ids)
    return (await sealed.execute()).length === SET_DOCUMENTS
  })
  return answers
}
