import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { formatLogLines } from 'shared/contract/evidence-log'
import { hashHex } from 'shared/server'
import type { RevisionKind } from '../../../platform/database/schema.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { streamZip, type ZipEntry } from '../../../platform/storage/stream-zip.ts'
import type { StoredRevision } from '../../documents/revisions.ts'
import { proveDocument, sealLogPolicy } from '../../seal-log/prove-entry.ts'
import type { SealLogServices } from '../../seal-log/seal-log.ts'
import { encodeAuthorities, type TrustedAuthorities } from '../../verification/authorities.ts'
import { readCompletionCertificate } from '../certificate/read-certificate.ts'
import { type DocumentEvidence, finalRevision } from '../record/collect-evidence.ts'
import { evidenceReadme, readableLog } from '../record/texts.ts'
import { certificateFiles } from './certificates.ts'
import { logProof } from './log-proof.ts'

type BundleServices = Pick<ApiServices, 'blobs' | 'verification' | 'pki'> & SealLogServices

type Part = Exclude<ZipEntry, { kind: 'text' }>

const revisionNames: Readonly<Record<RevisionKind, string>> = {
  original: 'original',
  uploaded: 'cargado',
  annotated: 'anotado',
  prepared: 'con-campos',
  signed: 'firmado',
  sealed: 'sellado',
}

const stored = (path: string, { sha256, size }: StoredRevision): Part => ({ path, kind: 'stored', sha256, size })

const text = (path: string, content: string): Part => ({ path, kind: 'bytes', bytes: Buffer.from(content) })

const { resolve } = createRequire(import.meta.url)
const PLACE = /(<script id="authorities" type="application\/json">)[^<]*(<\/script>)/

const readOfflineVerifier = async (authorities: TrustedAuthorities, policy: string): Promise<string> => {
  const page = await readFile(resolve('#offline-verifier.html'), 'utf8')
  const encoded = JSON.stringify({ ...encodeAuthorities(authorities), policy }).replaceAll('<', '\\u003c')
  if (!PLACE.test(page)) throw new Error('the offline verifier has no place for authorities')
  return page.replace(PLACE, (_, open: string, close: string) => `${open}${encoded}${close}`)
}

const gatherParts = async (services: BundleServices, evidence: DocumentEvidence): Promise<Part[]> => {
  const { authorities } = services.verification
  const { revisions, log, document } = evidence
  const final = finalRevision(evidence)
  // First: a proof may begin the log that the policy names.
  const inclusion = await proveDocument(services, document.id)
  const policy = await sealLogPolicy(services)
  const certificates = await certificateFiles(
    await services.blobs.read(final.sha256),
    authorities,
    new Date(document.completed_at ?? 0),
  )
  return [
    text('LEEME.txt', evidenceReadme(evidence)),
    stored('documento.pdf', final),
    {
      path: 'certificado-de-finalizacion.pdf',
      kind: 'bytes',
      bytes: Buffer.from(await readCompletionCertificate(services, evidence)),
    },
    text('registro.jsonl', formatLogLines(log)),
    text('cabeza.json', `${JSON.stringify(logProof(evidence.stored, services.pki.evidence), null, 1)}\n`),
    text('registro.txt', readableLog(evidence)),
    ...(inclusion === undefined ? [] : [text('sellos.tlog-proof', inclusion), text('testigos.txt', policy)]),
    text('verificar.html', await readOfflineVerifier(authorities, policy)),
    ...[...certificates].map(([name, pem]) => text(`certificados/${name}`, pem)),
    ...revisions.map((revision) =>
      stored(`revisiones/${revision.number}-${revisionNames[revision.kind]}.pdf`, revision),
    ),
  ]
}

const hashOfPart = (part: Part): string => (part.kind === 'stored' ? part.sha256 : hashHex(part.bytes))

/** All parts of the bundle, and `huellas.txt` with their SHA-256. */
export const bundleEntries = async (services: BundleServices, evidence: DocumentEvidence): Promise<ZipEntry[]> => {
  const parts = await gatherParts(services, evidence)
  return [...parts, text('huellas.txt', parts.map((part) => `${hashOfPart(part)}  ${part.path}\n`).join(''))]
}

/**
 * Streams the bundle as a zip without compression: the page that reads it needs no library. Deterministic: the same
 * state gives the same bytes, and dates are those of the completion.
 */
export const writeBundle = async (services: BundleServices, evidence: DocumentEvidence): Promise<Readable> => {
  const time = evidence.document.completed_at ?? 0
  return streamZip(services.blobs, await bundleEntries(services, evidence), { time, mode: 0o100644 })
}
