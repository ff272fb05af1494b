import type { Readable } from 'node:stream'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { localTime } from '../../platform/local-time.ts'
import type { ApiServices } from '../../platform/services.ts'
import { streamZip, type ZipEntry } from '../../platform/storage/stream-zip.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { currentRevision, type StoredRevision } from '../documents/revisions.ts'
import { bundleEntries } from '../evidence/bundle/write-bundle.ts'
import { certifiedEvidence } from '../evidence/certificate/read-certificate.ts'
import { ownSending } from '../sending-access/sending-documents.ts'

/** Characters that no common file system refuses; two documents may have one name, so folders have numbers. */
const folderOf = ({ original_filename }: StoredDocument, index: number): string => {
  const name = original_filename.replace(/\.pdf$/i, '').replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')
  return `${index + 1} ${name.trim().replace(/[. ]+$/, '') || 'documento'}`
}

interface Packed {
  readonly folder: string
  readonly document: StoredDocument
  readonly revision: StoredRevision
  readonly entries: readonly ZipEntry[]
}

const pack = async (
  services: ApiServices,
  actor: OwnerActor,
  document: StoredDocument,
  index: number,
): Promise<Packed> => {
  const folder = folderOf(document, index)
  const revision = await currentRevision(services.db, document.id)
  const entries: readonly ZipEntry[] =
    document.status === 'COMPLETED'
      ? await bundleEntries(services, await certifiedEvidence(services, actor, document.id))
      : [{ path: 'documento.pdf', kind: 'stored', sha256: revision.sha256, size: revision.size }]
  return {
    folder,
    document,
    revision,
    entries: entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` })),
  }
}

const states: Readonly<Record<StoredDocument['status'], string>> = {
  UPLOADED: 'sin enviar',
  PROCESSING: 'faltan firmas',
  COMPLETED: 'completo y sellado',
  FAILED: 'firmado; falta el sello',
  CANCELLED: 'cancelado',
}

const listPage = (packed: readonly Packed[], now: number): string =>
  [
    `Documentos que se enviaron juntos, como estaban el ${localTime(now)} (hora de Costa Rica).`,
    'Cada uno es un archivo aparte, con sus firmas, su sello y su registro. Los que están completos traen en su carpeta',
    'el certificado, el registro y la página verificar.html, que comprueba todo sin conexión.',
    '',
    ...packed.flatMap(({ folder, document, revision }) => [
      document.original_filename,
      `  Carpeta: ${folder}`,
      `  Estado:  ${states[document.status]}`,
      `  SHA-256: ${revision.sha256}`,
      '',
    ]),
  ].join('\n')

/**
 * A ZIP without compression: a folder for each document with its newest file, with all of its evidence if it is
 * complete, and one page that lists them with hashes. Nothing is merged.
 *
 * @throws ApiError NOT_FOUND, also for other owners
 */
export const writeSendingArchive = async (
  services: ApiServices,
  actor: OwnerActor,
  sendingId: number,
): Promise<{ readonly filename: string; readonly zip: Readable }> => {
  const documents = await ownSending(services.db, actor.userId, sendingId)
  const packed: Packed[] = []
  for (const [index, document] of documents.entries()) packed.push(await pack(services, actor, document, index))
  const now = services.clock()
  const list: ZipEntry = { path: 'LEEME.txt', kind: 'bytes', bytes: Buffer.from(listPage(packed, now)) }
  const entries = [list, ...packed.flatMap((each) => each.entries)]
  const first = documents[0]?.original_filename.replace(/\.pdf$/i, '') ?? 'envío'
  return { filename: `${first} (envío).zip`, zip: streamZip(services.blobs, entries, { time: now, mode: 0o100644 }) }
}
