import { shapeLine } from 'pdf/text'
import type { RevisionKind } from '../../../platform/database/schema.ts'
import { localTime, utcTime } from '../../../platform/local-time.ts'
import { apiClientOf, entryPointOfLink } from '../../audit/entry-points.ts'
import { isSignedByPublicLink } from '../../signing/view-signature.ts'
import { type DocumentEvidence, finalRevision, type RecordedSignature } from '../record/collect-evidence.ts'
import { factsOf, modeWords } from '../record/describe-entry.ts'
import { authenticatedText } from '../record/texts.ts'
import type { EmbeddedDrawing } from './drawings.ts'
import {
  type CertificatePen,
  COLUMN_WIDTH,
  drawFlourish,
  drawParagraph,
  lineHeight,
  PAGE_MARGIN,
  PAGE_SIZE,
  penColours,
  type TextStyle,
  wrapText,
} from './pen.ts'

const TITLE: TextStyle = { size: 24, weight: 'bold' }
const HEADING: TextStyle = { size: 12.5, weight: 'bold' }
const BODY: TextStyle = { size: 9 }
export const MUTED_STYLE: TextStyle = { size: 8, colour: 'muted' }
export const SMALL_STYLE: TextStyle = { size: 7.4 }
export const SMALL_STRONG: TextStyle = { size: 7.6, weight: 'bold' }
export const SMALL_MUTED: TextStyle = { size: 7, colour: 'muted' }

/** Keeps room for the first lines, so that no heading ends a page. */
export const drawHeading = (pen: CertificatePen, text: string): void => {
  pen.reserve(96)
  pen.skip(30)
  pen.structure.inside('H2', () => pen.line(text, PAGE_MARGIN, pen.y, HEADING))
  pen.skip(8)
}

/** Points, like all measures here. */
const LABEL_WIDTH = 128

const fact = (pen: CertificatePen, label: string, value: string): void => {
  const lines = wrapText(value, COLUMN_WIDTH - LABEL_WIDTH, BODY)
  pen.reserve(lines.length * lineHeight(BODY) + 4)
  const first = pen.y - lineHeight(BODY)
  const { inside } = pen.structure
  inside('TR', () => {
    inside('TH', () => pen.line(label, PAGE_MARGIN, first, { ...MUTED_STYLE, size: 8.4 }), { scope: 'Row' })
    inside('TD', () => {
      for (const line of lines) {
        pen.skip(lineHeight(BODY))
        pen.line(line, PAGE_MARGIN + LABEL_WIDTH, pen.y, BODY)
      }
    })
  })
  pen.skip(3)
}

export const writeTitle = (pen: CertificatePen, { document }: DocumentEvidence): void => {
  const { inside } = pen.structure
  inside('P', () => pen.line('Trazo', PAGE_MARGIN, pen.y, { size: 11, weight: 'bold', colour: 'accent' }))
  pen.skip(40)
  inside('H1', () => pen.line('Certificado de finalización', PAGE_MARGIN, pen.y, TITLE))
  drawFlourish(pen, PAGE_MARGIN, pen.y - 9, 168)
  pen.skip(22)
  drawParagraph(pen, 'Cómo se firmó este documento, según el registro que se llevó mientras ocurría.', MUTED_STYLE)
  pen.skip(6)
  drawParagraph(pen, document.original_filename, { size: 13, weight: 'bold' })
}

const both = (milliseconds: number): string => `${utcTime(milliseconds)} · ${localTime(milliseconds)} en Costa Rica`

const levelText = ({ seal, signatures }: DocumentEvidence): string => {
  if (seal === undefined) return `PAdES ${signatures[0]?.level ?? ''} en cada firma; la evidencia se guarda aparte`
  return `PAdES ${seal.level} (ETSI EN 319 142-1)`
}

export const writeDocument = (pen: CertificatePen, evidence: DocumentEvidence): void => {
  drawHeading(pen, 'Documento')
  pen.structure.inside('Table', () => writeFacts(pen, evidence))
}

const writeFacts = (pen: CertificatePen, evidence: DocumentEvidence): void => {
  const { document, owner, seal, log } = evidence
  const final = finalRevision(evidence)
  fact(pen, 'Número', String(document.id))
  fact(pen, 'Propietario', `${owner.name} <${owner.email}>`)
  fact(pen, 'Páginas', String(document.pages))
  fact(pen, 'Cargado', both(document.uploaded_at))
  if (document.completed_at !== null) fact(pen, 'Completado', both(document.completed_at))
  fact(pen, 'SHA-256 del archivo final', final.sha256)
  fact(pen, 'Modo de firma', modeWords[document.signing_mode] ?? '')
  fact(pen, 'Nivel', levelText(evidence))
  if (seal !== undefined) fact(pen, 'Sello de tiempo', `${seal.timestamp_authority} · ${both(seal.timestamp_at)}`)
  fact(pen, 'Cabeza del registro', log.at(-1)?.hash ?? '')
  if (seal !== undefined) fact(pen, 'Cabeza dentro del sello', seal.log_head)
  fact(pen, 'Registro autenticado', authenticatedText(evidence))
}

/** A card never breaks across pages; a text that does not fit is cut. */
const CARD = { height: 98, picture: 138, padding: 10 }

const drawPicture = (
  pen: CertificatePen,
  { field_id, signer_name }: RecordedSignature,
  { width, height }: EmbeddedDrawing,
  bottom: number,
): void => {
  const room = { width: CARD.picture - 2 * CARD.padding, height: CARD.height - 2 * CARD.padding }
  const scale = Math.min(room.width / width, room.height / height)
  const [w, h] = [width * scale, height * scale]
  const x = PAGE_MARGIN + CARD.padding + (room.width - w) / 2
  const y = bottom + CARD.padding + (room.height - h) / 2
  const matrix = [w, 0, 0, h, x, y].map((value) => value.toFixed(2)).join(' ')
  pen.structure.inside('Figure', () => pen.draw(`q ${matrix} cm /${drawingName(field_id)} Do Q`), {
    alt: `Firma dibujada de ${signer_name}`,
    box: [x, y, x + w, y + h],
  })
}

const entryPointText = ({ came_by, proven_identification: proven }: RecordedSignature): string =>
  proven !== null && isSignedByPublicLink({ came_by }) ? 'por enlace público' : entryPointOfLink(came_by)

const identityText = ({
  agent,
  declared_identification: declared,
  proven_identification: proven,
}: RecordedSignature): string => {
  const means = agent === 'firmador' ? 'tarjeta de firma digital' : 'certificado'
  if (proven !== null) return `Identidad comprobada por su ${means}: ${proven}`
  const declaredText = declared === null ? 'sin identificación declarada' : `identificación declarada: ${declared}`
  return agent === 'firmador' ? declaredText : `Identidad no comprobada; ${declaredText}`
}

const programText = ({ agent }: RecordedSignature): string =>
  agent === 'firmador' ? '' : agent === 'fva-simulator' ? 'Simulador: sin valor legal' : (apiClientOf(agent) ?? '')

const stampText = ({
  timestamp_source: source,
  timestamp_authority: authority,
  timestamp_at: at,
}: RecordedSignature): string =>
  source === 'none' ? 'Sin sello de tiempo comprobado' : `Sello de tiempo: ${authority} · ${utcTime(at)}`

/** From the log, not from the table of signatures: the log is authenticated. */
const originOf = ({ log }: DocumentEvidence, { field_id }: RecordedSignature): string => {
  const entry = log.findLast(({ kind, data }) => kind === 'field-signed' && data.includes(`"field":${field_id},`))
  return entry?.address ? `Desde ${entry.address}` : ''
}

const writeSigner = (
  pen: CertificatePen,
  evidence: DocumentEvidence,
  signature: RecordedSignature,
  drawing: EmbeddedDrawing | undefined,
): void => {
  pen.reserve(CARD.height + 10)
  const bottom = pen.y - CARD.height
  pen.panel(PAGE_MARGIN, bottom, COLUMN_WIDTH, CARD.height)
  const x = PAGE_MARGIN + CARD.picture
  const width = COLUMN_WIDTH - CARD.picture - CARD.padding
  const lines: readonly (readonly [text: string, style: TextStyle])[] = [
    [signature.signer_name, { size: 11, weight: 'bold' }],
    [
      [signature.signer_email, entryPointText(signature), programText(signature)].filter(Boolean).join(' · '),
      { ...MUTED_STYLE, size: 8.4 },
    ],
    [`Firmó: ${both(signature.signed_at)}`, SMALL_STYLE],
    [`Certificado: ${signature.certificate_subject} · n.º ${signature.certificate_serial}`, SMALL_STYLE],
    [`Emitido por ${signature.certificate_issuer} · ${signature.algorithm} · PAdES ${signature.level}`, SMALL_STYLE],
    [stampText(signature), SMALL_STYLE],
    [[identityText(signature), originOf(evidence, signature)].filter(Boolean).join(' · '), SMALL_STYLE],
  ]
  let y = pen.y - 6
  for (const [index, [text, style]] of lines.entries())
    pen.structure.inside(index === 0 ? 'H3' : 'P', () => {
      for (const line of wrapText(text, width, style, 2)) {
        y -= lineHeight(style)
        if (y > bottom + 3) pen.line(line, x, y, style)
      }
    })
  if (drawing !== undefined) drawPicture(pen, signature, drawing, bottom)
  pen.skip(CARD.height + 10)
}

/** Name of the picture in the page's resources. */
export const drawingName = (fieldId: number): string => `D${fieldId}`

export const writeSigners = (
  pen: CertificatePen,
  evidence: DocumentEvidence,
  drawings: ReadonlyMap<number, EmbeddedDrawing>,
): void => {
  drawHeading(pen, 'Firmas')
  for (const signature of evidence.signatures) writeSigner(pen, evidence, signature, drawings.get(signature.field_id))
}

const answerWords = new Map([
  ['document-approved', 'Dio su visto bueno'],
  ['reading-confirmed', 'Confirmó que leyó el documento'],
  ['copy-sent', 'Se le envió una copia'],
])

const shownText = (shown: unknown): string =>
  typeof shown === 'string' && /^[0-9a-f]{64}$/.test(shown) ? `Documento mostrado: SHA-256 ${shown}` : ''

/** Of people without a field, from the log: nothing of it is in the PDF. */
export const writeAnswers = (pen: CertificatePen, { log, actors }: DocumentEvidence): void => {
  const answers = log.filter(({ kind }) => answerWords.has(kind))
  if (answers.length === 0) return
  drawHeading(pen, 'Vistos buenos, lecturas y copias')
  for (const entry of answers) {
    const { to, shown } = factsOf(entry)
    const who = entry.kind === 'copy-sent' ? String(to) : actors.textOf(entry)
    const origin = entry.address === null || entry.kind === 'copy-sent' ? '' : `Desde ${entry.address}`
    pen.reserve(4 * lineHeight(BODY))
    drawParagraph(pen, who, { ...BODY, weight: 'bold' })
    drawParagraph(pen, `${answerWords.get(entry.kind)}: ${both(entry.happened_at)}`, SMALL_STYLE)
    const facts = [origin, shownText(shown)].filter(Boolean).join(' · ')
    if (facts !== '') drawParagraph(pen, facts, SMALL_MUTED)
    pen.skip(4)
  }
}

const writeValue = (pen: CertificatePen, label: string, shown: string): void => {
  pen.reserve(2 * lineHeight(BODY))
  drawParagraph(pen, label, MUTED_STYLE)
  for (const line of shown.split('\n')) drawParagraph(pen, line, BODY)
  pen.skip(4)
}

export const writeValues = (pen: CertificatePen, { signatures, values }: DocumentEvidence): void => {
  if (values.length === 0) return
  drawHeading(pen, 'Datos llenados')
  for (const { field_id, signer_name } of signatures) {
    const own = values.filter(({ fieldId }) => fieldId === field_id)
    if (own.length === 0) continue
    pen.reserve(3 * lineHeight(BODY))
    drawParagraph(pen, signer_name, { ...BODY, weight: 'bold' })
    pen.skip(3)
    for (const { label, shown } of own) writeValue(pen, label, shown)
  }
}

const revisionWords: Readonly<Record<RevisionKind, string>> = {
  original: 'Como se cargó, antes de repararlo',
  uploaded: 'Cargado',
  annotated: 'Con anotaciones',
  prepared: 'Con los campos de firma',
  signed: 'Con una firma más',
  sealed: 'Sellado',
}

export const writeRevisions = (pen: CertificatePen, { revisions }: DocumentEvidence): void => {
  drawHeading(pen, 'Revisiones del archivo')
  drawParagraph(pen, 'Cada una comienza con los bytes de la anterior, desde la número 1.', MUTED_STYLE)
  pen.skip(4)
  pen.structure.inside('Table', () => {
    for (const revision of revisions) writeRevision(pen, revision)
  })
}

const writeRevision = (
  pen: CertificatePen,
  { number, kind, size, sha256, created_at }: DocumentEvidence['revisions'][number],
): void => {
  const cell = (text: string, x: number, style: TextStyle): void => {
    pen.structure.inside('TD', () => pen.line(text, PAGE_MARGIN + x, pen.y, style))
  }
  pen.reserve(26)
  pen.structure.inside('TR', () => {
    pen.skip(12)
    pen.structure.inside('TH', () => pen.line(String(number), PAGE_MARGIN, pen.y, SMALL_STRONG), { scope: 'Row' })
    cell(revisionWords[kind], 22, SMALL_STYLE)
    cell(`${utcTime(created_at)} · ${size} bytes`, 190, SMALL_STYLE)
    pen.skip(9.5)
    cell(sha256, 22, SMALL_MUTED)
  })
  pen.skip(4)
  pen.rule(pen.y)
}

/**
 * Last, because it needs the number of pages.
 *
 * @returns the operators of each page
 */
export const writeFooters = (pen: CertificatePen, { document }: DocumentEvidence): string[] =>
  pen.pages.map((operators, index) => {
    const right = `Página ${index + 1} de ${pen.pages.length}`
    const rule = `q ${penColours.line.join(' ')} RG 0.6 w ${PAGE_MARGIN} 46 m ${(PAGE_SIZE.width - PAGE_MARGIN).toFixed(2)} 46 l S Q`
    const ink = `${penColours.muted.join(' ')} rg`
    const left = `Certificado de finalización · documento ${document.id}`
    return [...operators, pen.structure.artifact([rule, ink, ...footer(pen, left, right)].join('\n'))].join('\n')
  })

const footer = (pen: CertificatePen, left: string, right: string): string[] => {
  const style: TextStyle = { size: 7.4 }
  const width = (shapeLine(right).width * style.size) / 1000
  return [
    pen.setter.set(shapeLine(left), { x: PAGE_MARGIN, y: 34, size: style.size }),
    pen.setter.set(shapeLine(right), { x: PAGE_SIZE.width - PAGE_MARGIN - width, y: 34, size: style.size }),
  ]
}
