import { createHash } from 'node:crypto'
import { verifyLog } from 'shared/contract/evidence-log'
import { readLog } from '../../src/domain/audit/read-log.ts'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'
import { demand } from './violation.ts'

/* Runs before the next server can repair anything. */

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const rowsOf = async (db: ApiDatabase, id: number) => ({
  revisions: await db.selectFrom('revisions').selectAll().where('document_id', '=', id).orderBy('number').execute(),
  fields: await db
    .selectFrom('fields')
    .selectAll()
    .where('document_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute(),
  signatures: await db.selectFrom('signatures').selectAll().where('document_id', '=', id).execute(),
  invitations: await db.selectFrom('invitations').selectAll().where('document_id', '=', id).execute(),
  mails: await db.selectFrom('outbox').selectAll().where('document_id', '=', id).execute(),
  seals: await db.selectFrom('seals').selectAll().where('document_id', '=', id).execute(),
  certificates: await db.selectFrom('completion_certificates').selectAll().where('document_id', '=', id).execute(),
  jobs: await db.selectFrom('seal_jobs').selectAll().where('document_id', '=', id).execute(),
  log: await readLog(db, id),
})

type Rows = Awaited<ReturnType<typeof rowsOf>>
type Document = Awaited<ReturnType<typeof documentsOf>>[number]

const documentsOf = (db: ApiDatabase) => db.selectFrom('documents').selectAll().execute()

const examineRevisions = (document: Document, { revisions }: Rows, stored: ReadonlySet<string>): void => {
  const numbers = revisions.map(({ number }) => number)
  demand(String(numbers) === String(numbers.map((_, index) => index + 1)), `revisions are numbered ${numbers}`)
  demand(numbers.at(-1) === document.revision, `revision ${document.revision} is not the last of ${numbers}`)
  for (const { number, sha256: hash } of revisions) demand(stored.has(hash), `revision ${number} has no file`)
  const kinds = revisions.map(({ kind }) => kind).join(' ')
  demand(/^uploaded(?: prepared(?: signed)+(?: sealed)?)?$/.test(kinds), `revisions are ${kinds}`)
}

const examineSignatures = ({ fields, signatures, revisions }: Rows): void => {
  const signed = fields.filter(({ signed_at }) => signed_at !== null).map(({ id }) => id)
  const fieldIds = signatures.map(({ field_id }) => field_id)
  demand(
    String(signed.sort()) === String(fieldIds.sort()),
    `fields ${signed} are signed, signatures are of ${fieldIds}`,
  )
  const made = signatures.map(({ revision }) => revision).sort((a, b) => a - b)
  const expected = revisions.filter(({ kind }) => kind === 'signed').map(({ number }) => number)
  demand(String(made) === String(expected), `signatures made revisions ${made}, signed ones are ${expected}`)
}

const examineCertificate = ({ status }: Document, { certificates, log }: Rows, stored: ReadonlySet<string>): void => {
  const [row] = certificates
  demand((status === 'COMPLETED') === (row !== undefined), `${status}, certificate ${row?.state}`)
  const acknowledged = log.filter(({ kind }) => kind === 'certificate-issued')
  demand(
    acknowledged.length === Number(row?.state === 'done'),
    `certificate ${row?.state}, acknowledged ${acknowledged.length} times`,
  )
  const hash = row?.sha256 ?? null
  if (hash === null) return
  demand(stored.has(hash), 'the certificate has no file')
  demand(acknowledged[0]?.data.includes(hash) === true, 'the log names another certificate')
}

const examineStatus = ({ status, completed_at }: Document, rows: Rows): void => {
  const { fields, invitations, seals, revisions } = rows
  const signed = fields.filter(({ signed_at }) => signed_at !== null).length
  const everybodySigned = fields.length > 0 && signed === fields.length
  const [job] = rows.jobs
  demand(everybodySigned === (job !== undefined), `${signed} of ${fields.length} signed, and the job is ${job?.state}`)
  const isSealed = revisions.at(-1)?.kind === 'sealed'
  const isClosed = status === 'COMPLETED'
  demand(isClosed === isSealed && seals.length === Number(isSealed), `${status} with ${seals.length} seals`)
  demand(isClosed === (completed_at !== null) && isClosed === (job?.state === 'done'), `${status}, job ${job?.state}`)
  const begun = signed > 0 || invitations.length > 0
  demand(isClosed || status === (begun ? 'PROCESSING' : 'UPLOADED'), `${status}, begun: ${begun}`)
}

const examineMails = ({ status }: Document, { fields, signatures, invitations, mails }: Rows): void => {
  const ids = new Set(mails.map(({ id }) => id))
  for (const { mail_id, turn_at, id } of invitations)
    demand(turn_at === null || (mail_id !== null && ids.has(mail_id)), `invitation ${id} has no mail`)
  for (const { id } of fields) {
    const standing = invitations.filter(({ field_id, revoked_at }) => field_id === id && revoked_at === null)
    demand(standing.length <= 1, `field ${id} has ${standing.length} invitations that stand`)
  }
  const finished = mails.filter(({ kind }) => kind === 'document-completed').map(({ to_key }) => to_key)
  demand(new Set(finished).size === finished.length, `the finished document goes twice to one of ${finished}`)
  const people = new Set(signatures.map(({ signer_email }) => signer_email))
  demand(
    status === 'COMPLETED' ? finished.length >= people.size : finished.length === 0,
    `${finished.length} acknowledged`,
  )
  const byGuests = signatures.filter(({ came_by }) => came_by !== null).length
  const news = mails.filter(({ kind }) => kind === 'field-signed').length
  const wasLastByGuest = signatures.length === fields.length && byGuests > 0
  demand(news === byGuests || (wasLastByGuest && news === byGuests - 1), `${news} news of ${byGuests} signatures`)
}

const examineLog = async ({ status }: Document, { log, signatures, mails }: Rows): Promise<void> => {
  const verdict = await verifyLog(log, sha256)
  demand(verdict.kind === 'whole', `the log is ${JSON.stringify(verdict)}`)
  const times = (kind: string): number => log.filter((entry) => entry.kind === kind).length
  demand(times('document-uploaded') === 1, `uploaded ${times('document-uploaded')} times`)
  demand(times('field-signed') === signatures.length, `${times('field-signed')} signatures in the log`)
  demand(times('document-completed') === Number(status === 'COMPLETED'), `${status} in the log`)
  demand(times('mail-queued') === mails.length, `${times('mail-queued')} of ${mails.length} mails in the log`)
  const sent = mails.filter(({ state }) => state === 'sent').length
  demand(times('mail-sent') === sent, `${times('mail-sent')} of ${sent} sent mails in the log`)
}

export const examineRecords = async (db: ApiDatabase, stored: ReadonlySet<string>): Promise<void> => {
  for (const document of await documentsOf(db)) {
    const rows = await rowsOf(db, document.id)
    try {
      examineRevisions(document, rows, stored)
      examineSignatures(rows)
      examineStatus(document, rows)
      // A mail of a sending is that of one of its documents.
      if (document.sending_id === null) examineMails(document, rows)
      await examineLog(document, rows)
      examineCertificate(document, rows, stored)
    } catch (error) {
      if (error instanceof Error) error.message = `${document.original_filename}: ${error.message}`
      throw error
    }
  }
  const homeless = await db
    .selectFrom('users')
    .select('username')
    .where('id', 'not in', (eb) => eb.selectFrom('sessions').select('user_id'))
    .execute()
  demand(homeless.length === 0, `accounts without the session that they were opened with: ${homeless.length}`)
}
