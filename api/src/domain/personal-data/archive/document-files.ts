import { formatLogLines } from 'shared/contract/evidence-log'
import { toInstant } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { fieldsWithSigners } from '../../access/find-field.ts'
import { readStoredLog } from '../../audit/check-log.ts'
import { logProof } from '../../evidence/bundle/log-proof.ts'
import { tagsOfDocuments } from '../../filing/tags-of-objects.ts'
import { questionsFrom } from '../../questions/recorded-questions.ts'
import { type ArchiveFile, asJson } from './write-archive.ts'

type FilesServices = Pick<ApiServices, 'db' | 'pki'>

const readRevisions = async (db: ApiDatabase, documentId: number) => {
  const revisions = await db
    .selectFrom('revisions')
    .select(['sha256', 'size'])
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute()
  const certificate = await db
    .selectFrom('completion_certificates')
    .select(['sha256', 'size'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return { original: revisions[0], newest: revisions.at(-1), certificate }
}

type Bytes = { readonly sha256: string | null; readonly size: number | null } | undefined

const stored = (path: string, bytes: Bytes): ArchiveFile[] =>
  bytes?.sha256 == null || bytes.size === null ? [] : [{ path, kind: 'stored', sha256: bytes.sha256, size: bytes.size }]

const instants = <Row extends object>(row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /_(?:at|until|from|to)$/.test(name) && typeof value === 'number' ? toInstant(value) : value,
    ]),
  )

const allAlternates = (db: ApiDatabase, documentId: number) =>
  db.selectFrom('alternates').selectAll().where('document_id', '=', documentId).execute()

const peopleWithoutField = (db: ApiDatabase, documentId: number) =>
  db
    .selectFrom('participants')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('kind', '<>', 'firma')
    .orderBy('added_at')
    .execute()

/** Without tokens. */
const documentFacts = async (db: ApiDatabase, documentId: number): Promise<string> => {
  const document = await db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirst()
  const { search_text: _search, name_key: _name, ...facts } = document ?? { search_text: '', name_key: '' }
  const fields = await fieldsWithSigners(db).where('fields.document_id', '=', documentId).execute()
  const signatures = await db.selectFrom('signatures').selectAll().where('document_id', '=', documentId).execute()
  const invitations = await db.selectFrom('invitations').selectAll().where('document_id', '=', documentId).execute()
  const byLink = await db.selectFrom('agent_sessions').selectAll().where('document_id', '=', documentId).execute()
  const template = await db
    .selectFrom('template_uses')
    .select(['template_name', 'version', 'message'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const tags = await tagsOfDocuments(db, [documentId])
  const formFields = await db.selectFrom('form_fields').selectAll().where('document_id', '=', documentId).execute()
  const drafts = await db.selectFrom('form_drafts').selectAll().where('document_id', '=', documentId).execute()
  const mails = await db
    .selectFrom('outbox')
    .select(['kind', 'to_name', 'to_address', 'subject', 'state', 'created_at', 'sent_at'])
    .where('document_id', '=', documentId)
    .orderBy('created_at')
    .execute()
  return asJson({
    documento: instants(facts),
    plantilla: template ?? null,
    etiquetas: tags.get(documentId)?.tags ?? [],
    campos: fields.map(instants),
    campos_por_llenar: formFields.map(instants),
    borradores: drafts.map(instants),
    personas_que_no_firman: (await peopleWithoutField(db, documentId)).map(instants),
    pueden_firmar_en_su_lugar: (await allAlternates(db, documentId)).map(instants),
    firmas: signatures.map(instants),
    invitaciones: invitations.map(({ token_hash: _, ...invitation }) => instants(invitation)),
    firmantes_por_enlace: byLink.map(instants),
    preguntas: await questionsFrom(db, documentId),
    correos: mails.map(instants),
  })
}

/** Files of one document. Revisions before the newest one are parts of it and are left out. */
export const documentFiles = async (
  { db, pki }: FilesServices,
  folder: string,
  documentId: number,
): Promise<ArchiveFile[]> => {
  const { original, newest, certificate } = await readRevisions(db, documentId)
  const text = (name: string, write: () => Promise<string>): ArchiveFile => ({
    path: `${folder}/${name}`,
    kind: 'text',
    write,
  })
  const log = () => readStoredLog(db, documentId)
  return [
    ...stored(`${folder}/original.pdf`, original),
    ...(newest?.sha256 === original?.sha256 ? [] : stored(`${folder}/documento.pdf`, newest)),
    ...stored(`${folder}/certificado-de-finalizacion.pdf`, certificate),
    text('datos.json', () => documentFacts(db, documentId)),
    text('registro.jsonl', async () => formatLogLines((await log()).entries)),
    text('cabeza.json', async () => {
      const read = await log()
      return read.head === undefined ? 'null\n' : asJson(logProof(read, pki.evidence))
    }),
  ]
}
