import { byGravity, type DocumentInspection, type FindingCode, type ScreenFinding } from 'pdf/screen'
import { type FileProblem, fileProblems } from '../documents/file-refusal.ts'
import { type ExplainedCode, findingTexts } from './finding-texts.ts'

/** Limits of the message and of the technical details. */
const PAGES_NAMED = 5
/** Findings named one by one; a hostile file may have thousands. */
const DETAILS_LISTED = 20

const readingProblems: Record<Exclude<FindingCode, ExplainedCode>, FileProblem> = {
  PDF_NOT_A_PDF: fileProblems.notPdf,
  PDF_ENCRYPTED: fileProblems.encrypted,
  PDF_PASSWORD_WRONG: fileProblems.passwordWrong,
  PDF_RESTRICTED: fileProblems.restricted,
  PDF_CORRUPT: fileProblems.corrupt,
  PDF_TOO_COMPLEX: fileProblems.tooComplex,
}

const isReadingCode = (code: FindingCode): code is keyof typeof readingProblems => code in readingProblems

const listed = (words: readonly (string | number)[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`

/** E.g. ' (páginas 1, 2 y 5)', or ' (objeto 12)' without a page. */
const whereText = (findings: readonly ScreenFinding[]): string => {
  const pages = [...new Set(findings.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b)
  if (pages.length > PAGES_NAMED) return ` (${pages.length} páginas, desde la ${pages[0]})`
  if (pages.length > 0) return ` (${pages.length === 1 ? 'página' : 'páginas'} ${listed(pages)})`
  const [object] = findings.flatMap(({ object: num }) => num ?? [])
  return object === undefined ? '' : ` (objeto ${object} del archivo)`
}

const detailLine = ({ code, object, page, detail, removable }: ScreenFinding): string =>
  [
    code,
    object === undefined ? 'archivo' : `objeto ${object}`,
    ...(page === undefined ? [] : [`página ${page}`]),
    detail,
    removable ? 'se puede quitar' : 'no se puede quitar',
  ].join(' · ')

const detailsOf = (findings: readonly ScreenFinding[]): string => {
  const lines = findings.slice(0, DETAILS_LISTED).map(detailLine)
  const more = findings.length - lines.length
  return more > 0 ? [...lines, `y ${more} más`].join('\n') : lines.join('\n')
}

/** `details`: places, one a line, for who repairs the file. */
export interface FindingExplanation {
  readonly problem: FileProblem
  readonly details: string
}

const OFFER =
  'Podemos guardar una copia sin ese contenido: el texto y las imágenes de las páginas quedan igual. Tú decides.'
/** What cleaning changes beyond the finding. */
const OFFERS_OF: Partial<Record<FindingCode, string>> = {
  PDF_XFA: 'Del formulario XFA queda el formulario normal, con lo que ya tiene escrito.',
}

type Refused = Pick<Extract<DocumentInspection, { kind: 'refused' }>, 'findings' | 'signed'>

const isExplained = (code: FindingCode): code is ExplainedCode => !isReadingCode(code)
const findingNames = (findings: readonly ScreenFinding[]): string[] =>
  [...new Set(findings.map(({ code }) => code))].filter(isExplained).map((code) => shortNames[code])

/** Why there is no offer to clean, if anything is removable. */
const blockText = ({ findings, signed }: Refused): string => {
  if (signed) return ' No lo podemos quitar, porque el documento ya trae firmas y dejarían de valer.'
  const blocking = findingNames(findings.filter(({ removable }) => !removable))
  const isMixed = blocking.length > 0 && findings.some(({ removable }) => removable)
  return isMixed ? ` Lo que no podemos quitar: ${listed(blocking)}.` : ''
}

const suggestionFor = (findings: readonly ScreenFinding[], suggestion: string): string => {
  const more = [...new Set(findings.flatMap(({ code }) => OFFERS_OF[code] ?? []))]
  return [OFFER, ...more, suggestion].join(' ')
}

/** Suggests cleaning first, if it is offered. */
export function explainFindings(refused: Refused, canClean = false): FindingExplanation {
  const [gravest] = refused.findings
  const findings = byGravity(refused.findings)
  const code = (findings[0] ?? gravest).code
  const details = detailsOf(findings)
  if (isReadingCode(code)) return { problem: readingProblems[code], details }
  const { title, found: what, why, suggestion } = findingTexts[code]
  const where = whereText(findings.filter((finding) => finding.code === code))
  const others = findingNames(findings.filter((finding) => finding.code !== code))
  const also = others.length === 0 ? '' : ` También encontramos: ${listed(others)}.`
  const problem: FileProblem = {
    code,
    type: 'PDF_VALIDATION_ERROR',
    title,
    message: `${what}${where}. ${why}${also}${canClean ? '' : blockText(refused)}`,
    suggestion: canClean ? suggestionFor(findings, suggestion) : suggestion,
    status: 400,
    userActionRequired: true,
  }
  return { problem, details }
}

/** Removing it exceeds our limits, so it is not offered. */
export function explainHopelessCleaning(refused: Refused): FindingExplanation {
  const { problem, details } = explainFindings(refused)
  const message = `${problem.message} No lo podemos quitar: el documento es demasiado grande o está armado de una forma que no lo permite.`
  return { problem: { ...problem, message }, details }
}

/** The person agreed to clean, and that did not work. */
export function explainFailedCleaning(refused: Refused): FindingExplanation {
  const { problem, details } = explainFindings(refused)
  const title = 'No pudimos quitar ese contenido'
  const why = 'El documento está dañado o armado de una forma que no deja quitarlo sin cambiar las páginas.'
  const message = `${why} No se guardó nada. ${problem.message}`
  return { problem: { ...problem, code: 'PDF_CLEANING_FAILED', title, message }, details }
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
  PDF_INJECTION_FUNCTION: 'código en un cálculo',
  PDF_POLYGLOT: 'otro tipo de archivo adentro',
  PDF_XFA: 'un formulario XFA',
  PDF_EXTERNAL_STREAM: 'contenido que está en otro archivo',
  PDF_ACTIVE_MEDIA: 'video, audio o 3D',
  PDF_AUTO_ACTION: 'acciones que se ejecutan solas',
  PDF_PORTFOLIO: 'una cartera de archivos',
  PDF_MALICIOUS_EMBEDDED_FILE: 'archivos adjuntos',
  PDF_HEAVY_ANNOTATIONS: 'demasiadas anotaciones en una página',
  PDF_BOMB: 'contenido que se expande demasiado',
}
