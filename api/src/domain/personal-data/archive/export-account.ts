import type { Readable } from 'node:stream'
import { toInstant, toInstantOrNull } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { findAccount } from '../../accounts/users/find-user.ts'
import { consumeProof, type ProvenIdentity } from '../../accounts/users/identity-proof.ts'
import { notifyOwner } from '../../accounts/users/notify-owner.ts'
import { noteSecurityEvent } from '../../accounts/users/security-log.ts'
import { localDate } from '../../mail/templates/dates.ts'
import { accountFiles, templatePdfs } from './account-files.ts'
import { documentFiles } from './document-files.ts'
import { folderName } from './entry-names.ts'
import { type ArchiveFile, asJson, writeArchive } from './write-archive.ts'

type ExportServices = Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'pki' | 'publicUrl' | 'wakeMailWorker' | 'retention'>

export interface AccountExport {
  readonly stream: Readable
  /** Bytes of the stored files. */
  readonly size: number
}

const ownedBy = (db: ApiDatabase, userId: number) =>
  db
    .selectFrom('documents')
    .select(['id', 'original_filename', 'status', 'uploaded_at', 'completed_at', 'deleted_at'])
    .where('owner_id', '=', userId)
    .where('edits_template', '=', 0)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()

type Owned = Awaited<ReturnType<typeof ownedBy>>[number]

const readme = (username: string, now: number): string =>
  [
    'TUS DATOS EN TRAZO',
    '',
    `Cuenta: ${username}`,
    `Descargado: ${localDate(now)}`,
    '',
    'index.json        lista de tus documentos, con la carpeta de cada uno',
    'cuenta/           tu perfil, tus sesiones y accesos, tu registro de seguridad, tus firmas guardadas, tus avisos a',
    '                  otros sistemas, tus etiquetas y tus plantillas',
    'plantillas/       los PDF de tus plantillas',
    'documentos/       una carpeta por documento:',
    '  original.pdf    el archivo como lo cargaste',
    '  documento.pdf   la última versión, con sus firmas (si es otra)',
    '  certificado-de-finalizacion.pdf  cuando todas las firmas están completas',
    '  datos.json      campos, firmas, invitaciones y correos',
    '  registro.jsonl  el registro del documento, una entrada por línea',
    '  cabeza.json     lo que prueba que el registro está completo',
    '',
    'Las horas están en UTC. Aquí hay datos de otras personas (tus firmantes): guárdalo en un lugar seguro.',
    '',
  ].join('\r\n')

const indexOf = (folders: ReadonlyMap<Owned, string>, deleted: readonly Owned[], retention: number): string =>
  asJson({
    documentos: [...folders].map(([document, carpeta]) => ({
      carpeta,
      nombre: document.original_filename,
      estado: document.status,
      cargado: toInstant(document.uploaded_at),
      completado: toInstantOrNull(document.completed_at),
    })),
    eliminados: deleted.map(({ original_filename, deleted_at }) => ({
      nombre: original_filename,
      eliminado: toInstant(deleted_at ?? 0),
      se_borra: toInstant((deleted_at ?? 0) + retention),
    })),
  })

const gatherFiles = async (services: ExportServices, userId: number, username: string): Promise<ArchiveFile[]> => {
  const { db, clock, retention } = services
  const now = clock()
  const owned = await ownedBy(db, userId)
  const kept = owned.filter(({ deleted_at }) => deleted_at === null)
  const folders = new Map(
    kept.map((document, index) => [document, `documentos/${folderName(index, document.original_filename)}`]),
  )
  const files: ArchiveFile[] = [
    { path: 'LEEME.txt', kind: 'text', write: async () => readme(username, now) },
    {
      path: 'index.json',
      kind: 'text',
      write: async () =>
        indexOf(
          folders,
          owned.filter(({ deleted_at }) => deleted_at !== null),
          retention,
        ),
    },
    ...accountFiles(db, userId),
    ...(await templatePdfs(db, userId)),
  ]
  for (const [{ id }, folder] of folders) files.push(...(await documentFiles(services, folder, id)))
  return files
}

/**
 * Consumes the proof; notifies the owner.
 * @throws ApiError IDENTITY_NEEDED
 */
export const exportAccount = async (
  services: ExportServices,
  { userId, ...proven }: ProvenIdentity & { readonly userId: number },
): Promise<AccountExport> => {
  const { db, blobs, clock, publicUrl, wakeMailWorker } = services
  const now = clock()
  const user = await db.transaction().execute(async (transaction) => {
    await consumeProof(transaction, proven, now)
    const found = await findAccount(transaction, userId)
    await noteSecurityEvent(transaction, { userId, kind: 'account-exported', now })
    await notifyOwner(transaction, found, { what: 'Se descargaron tus datos', publicUrl, now })
    return found
  })
  wakeMailWorker()
  const files = await gatherFiles(services, userId, user.username)
  const size = files.reduce((sum, file) => sum + (file.kind === 'stored' ? file.size : 0), 0)
  return { stream: writeArchive(blobs, files, now), size }
}
