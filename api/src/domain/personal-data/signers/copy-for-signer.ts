import type { Readable } from 'node:stream'
import { toInstant } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { readLog } from '../../audit/read-log.ts'
import { findDraft, PREFILLED } from '../../documents/form-drafts.ts'
import { currentRevision } from '../../documents/revisions.ts'
import { localDate } from '../../mail/templates/dates.ts'
import { questionsFrom } from '../../questions/recorded-questions.ts'
import { type ArchiveFile, asJson, writeArchive } from '../archive/write-archive.ts'
import { type ForgettableSigner, findSigner, isMailOfSigner, isOfSigner } from './find-signer.ts'

const readme = ({ filename, owner, reads }: ForgettableSigner, now: number): string =>
  [
    'TUS DATOS COMO FIRMANTE EN TRAZO',
    '',
    `Documento: ${filename}`,
    `Te invitó: ${owner.name}`,
    `Descargado: ${localDate(now)}`,
    '',
    ...(reads ? ['documento.pdf   el documento como está hoy'] : ['Tu enlace ya no abre el documento: va sin él.']),
    'datos.json      lo que está registrado sobre ti: invitaciones, firma, correos y entradas del registro',
    '',
    'Las horas están en UTC.',
    '',
  ].join('\r\n')

const invitationsOf = async (db: ApiDatabase, signer: ForgettableSigner) => {
  const rows = await db.selectFrom('invitations').selectAll().where('document_id', '=', signer.documentId).execute()
  return rows.filter((row) => isOfSigner(signer, row))
}

const mailsTo = async (db: ApiDatabase, signer: ForgettableSigner) => {
  const mails = await db
    .selectFrom('outbox')
    .select(['kind', 'to_name', 'to_address', 'to_key', 'subject', 'created_at', 'sent_at'])
    .where('document_id', '=', signer.documentId)
    .orderBy('created_at')
    .execute()
  return mails.filter((mail) => isMailOfSigner(signer, mail)).map(({ to_key: _, ...mail }) => mail)
}

const signerForm = async (db: ApiDatabase, { fieldId, invitationId }: ForgettableSigner) => ({
  datos_llenados: await db
    .selectFrom('form_fields')
    .select(['label as campo', 'shown_value as dato'])
    .where('field_id', '=', fieldId ?? 0)
    .where('shown_value', 'is not', null)
    .orderBy('id')
    .execute(),
  borrador:
    fieldId === null ? [] : ((await findDraft(db, { fieldId, requester: `invitation:${invitationId}` }))?.values ?? []),
  propuesto_por_quien_envia:
    fieldId === null ? [] : ((await findDraft(db, { fieldId, requester: PREFILLED }))?.values ?? []),
})

const factsAbout = async (db: ApiDatabase, signer: ForgettableSigner): Promise<string> => {
  const invitations = await invitationsOf(db, signer)
  const actors = new Set(invitations.map(({ id }) => `guest:${id}`))
  const signatures = await db
    .selectFrom('signatures')
    .selectAll()
    .where('document_id', '=', signer.documentId)
    .execute()
  const log = await readLog(db, signer.documentId)
  return asJson({
    nombre: signer.name,
    email: signer.email,
    invitaciones: invitations.map(
      ({ id: _id, token_hash: _, field_id: _field, participant_id: _part, alternate_id: _alternate, ...invitation }) =>
        invitation,
    ),
    sin_firmar: await db
      .selectFrom('participants')
      .select(['kind as papel', 'note as nota', 'answered_at as respondio'])
      .where('id', 'in', [0, ...signer.parts.map(({ id }) => id)])
      .orderBy('added_at')
      .execute(),
    firmas: signatures.filter(({ came_by }) => came_by !== null && actors.has(came_by.replace('invitation', 'guest'))),
    preguntas: await questionsFrom(db, signer.documentId, signer),
    ...(await signerForm(db, signer)),
    correos: await mailsTo(db, signer),
    registro: log
      .filter(({ actor }) => actors.has(actor))
      .map(({ happened_at, kind, address, user_agent, data, revision_sha256 }) => ({
        fecha: toInstant(happened_at),
        que: kind,
        direccion_ip: address,
        navegador: user_agent,
        detalle: JSON.parse(data) as unknown,
        documento_sha256: revision_sha256,
      })),
  })
}

/**
 * Adds the document if the signer's link opens it.
 * @throws ApiError INVITATION_INVALID
 */
export const copyForSigner = async (
  { db, blobs, clock }: Pick<ApiServices, 'db' | 'blobs' | 'clock'>,
  token: string,
): Promise<Readable> => {
  const now = clock()
  const signer = await findSigner(db, token, now)
  const files: ArchiveFile[] = [
    { path: 'LEEME.txt', kind: 'text', write: async () => readme(signer, now) },
    { path: 'datos.json', kind: 'text', write: () => factsAbout(db, signer) },
  ]
  if (signer.reads) {
    const { sha256, size } = await currentRevision(db, signer.documentId)
    files.push({ path: 'documento.pdf', kind: 'stored', sha256, size })
  }
  return writeArchive(blobs, files, now)
}
