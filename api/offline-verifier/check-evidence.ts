import { isString, openPdf } from 'pdf'
import { toHex } from 'pdf/cms'
import { inflateInBrowser } from 'pdf/inflate'
import { type SignatureReport, type TrustedRoot, type VerificationReport, verifyPdf } from 'pdf/verify'
import { LOG_HEAD_KEY, type LogEntry, parseLogLines, parseLogProof, verifyLog } from 'shared/contract/evidence-log'
import { checkProof, type ProvenEntry } from './check-proof.ts'
import { judgeSealLog } from './check-seal-log.ts'
import type { EvidenceFinding, EvidenceTone } from './finding.ts'
import { type EvidenceFile, readStoredZip } from './read-zip.ts'
import { faultText, headFaultText, pictureNote, problemTexts, verdictText } from './texts.ts'

export interface EvidenceVerdict {
  /**
   * `altered`: a check failed. `incomplete`: checks passed,
   * but files are missing.
   */
  readonly kind: 'valid' | 'incomplete' | 'altered'
  readonly findings: readonly EvidenceFinding[]
}

export interface CheckOptions {
  readonly roots: readonly TrustedRoot[]
  /** DER. */
  readonly intermediates: readonly Uint8Array[]
  /** Logs of seals and their witnesses (C2SP tlog-policy). Default: none is known. */
  readonly policy?: string
  readonly now: Date
}

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

const digestText = (text: string): Promise<string> => digest(new TextEncoder().encode(text))

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((character, index) => bytes[index] === character.charCodeAt(0))

const isPdf = ({ bytes }: EvidenceFile): boolean => startsWith(bytes, '%PDF-')
const isLog = ({ name }: EvidenceFile): boolean => name.endsWith('.jsonl')
const isProof = ({ name }: EvidenceFile): boolean => name.endsWith('.json')
const isInclusion = ({ name }: EvidenceFile): boolean => name.endsWith('.tlog-proof')

/**
 * Log heads in a document's signatures,
 * SHA-256, hexadecimal.
 * @throws PdfError
 */
const readLogHeads = (pdf: Uint8Array): readonly string[] =>
  openPdf(pdf, { inflate: inflateInBrowser })
    .signatureFields()
    .flatMap(({ value }) => {
      const head = value?.entries.get(LOG_HEAD_KEY)
      return isString(head) ? [toHex(head.bytes)] : []
    })

interface OpenedPdf {
  readonly file: EvidenceFile
  readonly sha256: string
  readonly report: VerificationReport
  readonly heads: readonly string[]
}

const openPdfFile = async (file: EvidenceFile, options: CheckOptions): Promise<OpenedPdf> => {
  const report = await verifyPdf(file.bytes, { ...options, inflate: inflateInBrowser })
  const heads = report.kind === 'signed' ? readLogHeads(file.bytes) : []
  return { file, sha256: await digest(file.bytes), report, heads }
}

const knownRevisions = (log: readonly LogEntry[]): ReadonlySet<string> =>
  new Set(
    log
      .flatMap(({ revision_sha256, data }) => [revision_sha256, ...(data.match(/[0-9a-f]{64}/g) ?? [])])
      .filter((hash) => hash !== null),
  )

const utcText = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

/** The certificate of completion proves no document. */
const isCertificate = (log: readonly LogEntry[] | undefined, sha256: string): boolean =>
  log?.some(({ kind, data }) => kind === 'certificate-issued' && data.includes(`"${sha256}"`)) ?? false

const signatureText = ({
  kind,
  certificate,
  time,
  level,
  problems,
  changes,
  distrust = [],
}: SignatureReport): string => {
  const isStamp = kind === 'document-time-stamp'
  const who = isStamp ? 'Sello de tiempo del documento' : (certificate?.name ?? 'Firma')
  const when = time.at === undefined ? '' : `, ${utcText(time.at)} UTC`
  const wrong = problems.map((problem) => problemTexts[problem])
  const severe = changes.filter(({ severity }) => severity === 'suspicious')
  const after = severe.length === 0 ? [] : [`${severe.length} cambio(s) sospechoso(s) después de firmar`]
  return [`${who}${when}${isStamp ? '' : ` (${level})`}`, ...wrong, ...distrust, ...after].join(': ')
}

const UNCERTAIN: ReadonlySet<string> = new Set(['unknown', 'unchecked'])
const DOUBTFUL: ReadonlySet<string> = new Set(['unchecked', 'suspicious', 'invalid'])

const isIntact = ({ report }: OpenedPdf): boolean => report.kind === 'signed' && !DOUBTFUL.has(report.verdict)

/**
 * An incremental update keeps its previous bytes: a prefix
 * of a signed document is an earlier revision.
 */
const isEarlierState = ({ bytes }: EvidenceFile, pdfs: readonly OpenedPdf[]): boolean =>
  pdfs
    .filter(isIntact)
    .some(({ file }) => file.bytes.length > bytes.length && bytes.every((byte, index) => byte === file.bytes[index]))

interface Known {
  readonly log: readonly LogEntry[] | undefined
  readonly pdfs: readonly OpenedPdf[]
}

const judgePdf = ({ file, sha256, report }: OpenedPdf, { log, pdfs }: Known): EvidenceFinding => {
  const isKnown = log === undefined || knownRevisions(log).has(sha256)
  const details = [`SHA-256 ${sha256}`]
  const finding = (tone: EvidenceTone, title: string, more: readonly string[] = []): EvidenceFinding => ({
    tone,
    file: file.name,
    title,
    details: [...more, ...details],
  })
  if (report.kind === 'unreadable')
    return finding('bad', 'El PDF está dañado: no se puede leer sin repararlo, y así no se puede creer en él.')
  if (report.kind === 'unsigned') {
    if (isEarlierState(file, pdfs)) return finding('good', 'Es el documento de antes de la primera firma.')
    if (log === undefined) return finding('neutral', 'Este PDF no tiene firmas.')
    if (isKnown) return finding('good', 'Es una revisión del registro, de antes de la primera firma.')
    return finding(
      'neutral',
      'No lleva firmas ni es una revisión del documento: sirve para leer; lo que vale es el registro.',
    )
  }
  const note = pictureNote(report.verdict, report.signatures)
  const signatures = [...report.signatures.map(signatureText), ...(note === undefined ? [] : [note])]
  const text = verdictText(report.verdict, report.signatures)
  if (report.verdict === 'invalid' || report.verdict === 'suspicious') return finding('bad', text, signatures)
  if (!isKnown)
    return finding('bad', 'Este archivo no es ninguna de las revisiones que nombra el registro.', signatures)
  return finding(UNCERTAIN.has(report.verdict) ? 'warning' : 'good', text, signatures)
}

interface OpenedLog {
  readonly finding: EvidenceFinding
  /** Undefined if the log was altered. */
  readonly entries: readonly LogEntry[] | undefined
}

const openLog = async (file: EvidenceFile): Promise<OpenedLog> => {
  const bad = (title: string): OpenedLog => ({
    finding: { tone: 'bad', file: file.name, title, details: [] },
    entries: undefined,
  })
  const parsed = parseLogLines(new TextDecoder().decode(file.bytes))
  if (parsed.kind === 'unreadable') return bad(`El registro fue alterado: la línea ${parsed.line} no se puede leer.`)
  const verdict = await verifyLog(parsed.entries, digestText)
  if (verdict.kind === 'altered') return bad(`El registro fue alterado. ${faultText(verdict.fault)}`)
  const title = `El registro está completo hasta su cabeza: ${verdict.entries} entradas, cada una en su lugar.`
  const finding: EvidenceFinding = { tone: 'good', file: file.name, title, details: [`Cabeza ${verdict.head}`] }
  return { finding, entries: parsed.entries }
}

const anchorText = ({ number, at }: ProvenEntry): string => {
  const when = at === undefined ? 'por una autoridad que aquí no se conoce' : `${utcText(at)} UTC`
  return `Entradas 1 a ${number}: sello de tiempo ${when}`
}

const judgeProof = async (
  file: EvidenceFile | undefined,
  log: readonly LogEntry[],
  logFile: EvidenceFile,
  options: CheckOptions,
): Promise<EvidenceFinding> => {
  const finding = (tone: EvidenceTone, title: string, details: readonly string[] = []): EvidenceFinding => ({
    tone,
    file: (file ?? logFile).name,
    title,
    details,
  })
  if (file === undefined)
    return finding('warning', 'Agrega cabeza.json para comprobar que al registro no se le quitó el final.')
  const proof = parseLogProof(new TextDecoder().decode(file.bytes))
  if (proof === undefined) return finding('bad', 'La firma sobre el final del registro no se puede leer.')
  const verdict = await checkProof(proof, log, { ...options, sha256: digestText })
  if (verdict.kind === 'contradicted')
    return finding('bad', `El registro fue alterado. ${headFaultText(verdict.fault)}`)
  if (verdict.kind === 'unknown')
    return finding('warning', 'Aquí no se conoce a la plataforma que firmó el final del registro.')
  const { number, signed_at, authenticated_from: from } = proof.head
  return finding('good', `La plataforma firmó que el registro termina en la entrada ${number}.`, [
    `Firmado ${utcText(new Date(signed_at))} UTC`,
    `Autenticado al escribirse desde la entrada ${from}`,
    ...verdict.anchors.map(anchorText),
  ])
}

const isKeptApart = (log: readonly LogEntry[]): boolean =>
  log.some(({ kind, data }) => kind === 'document-completed' && data.includes('"sealed":"apart"'))

const judgeSeal = (file: EvidenceFile, log: readonly LogEntry[], pdfs: readonly OpenedPdf[]): EvidenceFinding => {
  const finding = (tone: EvidenceTone, title: string, ...details: string[]): EvidenceFinding => ({
    tone,
    file: file.name,
    title,
    details,
  })
  const heads = pdfs.flatMap((pdf) => pdf.heads)
  const [head] = heads
  if (head === undefined) {
    if (isKeptApart(log))
      return finding(
        'neutral',
        'El documento se firmó con tarjeta y no lleva sello: el registro se guarda aparte de él.',
      )
    return finding('warning', 'Agrega el documento sellado para comprobar que este registro es el que se selló con él.')
  }
  const hashes = new Set(log.map(({ hash }) => hash))
  if (heads.every((each) => hashes.has(each)))
    return finding('good', 'El registro es el que se selló con el documento.', `Cabeza sellada ${head}`)
  return finding(
    'bad',
    'El registro no es el que se selló con el documento: le faltan entradas o son otras.',
    `Cabeza sellada ${head}`,
  )
}

const expand = (files: readonly EvidenceFile[]): EvidenceFile[] =>
  files.flatMap((file) => (startsWith(file.bytes, 'PK\u0003\u0004') ? readStoredZip(file.bytes) : [file]))

const verdictOf = (findings: readonly EvidenceFinding[], hasAll: boolean): EvidenceVerdict['kind'] => {
  if (findings.some(({ tone }) => tone === 'bad')) return 'altered'
  return hasAll && findings.every(({ tone }) => tone !== 'warning') ? 'valid' : 'incomplete'
}

/**
 * Checks PDFs, log and their relation. Accepts single files
 * or the zip. Needs only WebCrypto, no network.
 * @throws ZipError
 */
export const checkEvidence = async (
  given: readonly EvidenceFile[],
  options: CheckOptions,
): Promise<EvidenceVerdict> => {
  const files = expand(given)
  const logFile = files.find(isLog)
  const log = logFile === undefined ? undefined : await openLog(logFile)
  const pdfs: OpenedPdf[] = []
  for (const file of files.filter(isPdf)) pdfs.push(await openPdfFile(file, options))
  const entries = log?.entries
  const inclusion = await judgeSealLog(files.find(isInclusion), entries ?? [], options.policy ?? '')
  const findings = [
    ...(log === undefined ? [] : [log.finding]),
    ...(logFile === undefined || entries === undefined
      ? []
      : [judgeSeal(logFile, entries, pdfs), await judgeProof(files.find(isProof), entries, logFile, options)]),
    ...(inclusion === undefined || entries === undefined ? [] : [inclusion]),
    ...pdfs.map((pdf) => judgePdf(pdf, { log: entries, pdfs })),
  ]
  const hasSigned = pdfs.some(({ report, sha256 }) => report.kind === 'signed' && !isCertificate(entries, sha256))
  return { kind: verdictOf(findings, log !== undefined && hasSigned), findings }
}
