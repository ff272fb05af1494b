import { byGravity, type Finding, type FindingCode } from 'pdf/screen'
import { type FileProblem, fileProblems } from '../documents/file-refusal.ts'
import { type ExplainedCode, findingTexts } from './finding-texts.ts'

/** Limits of the message and of the technical details. */
const PAGES_NAMED = 5
const DETAILS_LISTED = 20

const readingProblems: Record<Exclude<FindingCode, ExplainedCode>, FileProblem> = {
  PDF_NOT_A_PDF: fileProblems.notPdf,
  PDF_ENCRYPTED: fileProblems.encrypted,
  PDF_CORRUPT: fileProblems.corrupt,
  PDF_TOO_COMPLEX: fileProblems.tooComplex,
}

const isReadingCode = (code: FindingCode): code is keyof typeof readingProblems => code in readingProblems

const listed = (words: readonly (string | number)[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`

/** E.g. ' (páginas 1, 2 y 5)', or ' (objeto 12)' without a page. */
const whereText = (findings: readonly Finding[]): string => {
  const pages = [...new Set(findings.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b)
  if (pages.length > PAGES_NAMED) return ` (${pages.length} páginas, desde la ${pages[0]})`
  if (pages.length > 0) return ` (${pages.length === 1 ? 'página' : 'páginas'} ${listed(pages)})`
  const [object] = findings.flatMap(({ object: num }) => num ?? [])
  return object === undefined ? '' : ` (objeto ${object} del archivo)`
}

const detailLine = ({ code, object, page, detail, removable }: Finding): string =>
  [
    code,
    object === undefined ? 'archivo' : `objeto ${object}`,
    ...(page === undefined ? [] : [`página ${page}`]),
    detail,
    removable ? 'se puede quitar' : 'no se puede quitar',
  ].join(' · ')

const detailsOf = (findings: readonly Finding[]): string => {
  const lines = findings.slice(0, DETAILS_LISTED).map(detailLine)
  const more = findings.length - lines.length
  return more > 0 ? [...lines, `y ${more} más`].join('\n') : lines.join('\n')
}

export interface Explanation {
  readonly problem: FileProblem
  readonly details: string
}

const OFFER =
  'Podemos guardar una copia sin ese contenido: el texto y las imágenes de las páginas quedan igual. Tú decides.'

/** Suggests cleaning first, if it helps. */
export function explainFindings(found: readonly [Finding, ...Finding[]], canClean = false): Explanation {
  const findings = byGravity(found)
  const code = (findings[0] ?? found[0]).code
  const details = detailsOf(findings)
  if (isReadingCode(code)) return { problem: readingProblems[code], details }
  const { title, found: what, why, suggestion } = findingTexts[code]
  const where = whereText(findings.filter((finding) => finding.code === code))
  const others = [...new Set(findings.map((finding) => finding.code))].filter(
    (other): other is ExplainedCode => other !== code && !isReadingCode(other),
  )
  const also = others.length === 0 ? '' : ` También encontramos: ${listed(others.map(nameOf))}.`
  const problem: FileProblem = {
    code,
    type: 'PDF_VALIDATION_ERROR',
    title,
    message: `${what}${where}. ${why}${also}`,
    suggestion: canClean ? `${OFFER} ${suggestion}` : suggestion,
    status: 400,
    userActionRequired: true,
  }
  return { problem, details }
}

const shortNames: Record<ExplainedCode, string> = {
  PDF_MALICIOUS_JAVASCRIPT: 'código JavaScript',
  PDF_MALICIOUS_LAUNCH: 'órdenes para abrir programas',
  PDF_MALICIOUS_IMPORTDATA: 'datos importados de otros archivos',
  PDF_MALICIOUS_SUBMITFORM: 'envío de datos por internet',
  PDF_MALICIOUS_REMOTE_GOTO: 'enlaces a otros archivos',
  PDF_MALICIOUS_REMOTE_FILE: 'archivos de la red',
  PDF_MALICIOUS_URI: 'enlaces peligrosos',
  PDF_INJECTION_FONT: 'una tipografía manipulada',
  PDF_INJECTION_METADATA: 'código en las propiedades',
  PDF_INJECTION_TEXT: 'código en textos',
  PDF_POLYGLOT: 'otro tipo de archivo adentro',
  PDF_XFA: 'un formulario dinámico (XFA)',
  PDF_EXTERNAL_STREAM: 'contenido que está en otro archivo',
  PDF_ACTIVE_MEDIA: 'video, audio o 3D',
  PDF_AUTO_ACTION: 'acciones que se ejecutan solas',
  PDF_PORTFOLIO: 'una cartera de archivos',
  PDF_MALICIOUS_EMBEDDED_FILE: 'archivos adjuntos',
  PDF_HEAVY_ANNOTATIONS: 'demasiadas anotaciones en una página',
  PDF_BOMB: 'contenido que se expande demasiado',
}
const nameOf = (code: ExplainedCode): string => shortNames[code]
