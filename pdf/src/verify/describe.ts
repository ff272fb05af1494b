import type { Purpose } from '../cms/certificate-purpose.ts'
import type { PdfErrorCode } from '../syntax/pdf-error.ts'
import { overlayOf } from './changes.ts'
import { describeUnseen, looksUnchanged, type Words, withPictureNotes } from './describe-picture.ts'
import type {
  CertificateReport,
  Level,
  Problem,
  RevocationReport,
  SignatureReport,
  SigningTime,
  Verdict,
  VerificationReport,
} from './report.ts'

export type { Words } from './describe-picture.ts'

const moments = new Intl.DateTimeFormat('es-CR', {
  timeZone: 'America/Costa_Rica',
  dateStyle: 'long',
  timeStyle: 'medium',
})

/** In Costa Rica's time zone. */
export const formatMoment = (time: Date): string => moments.format(time)

const verdicts: Readonly<Record<Verdict, Words>> = {
  valid: {
    title: 'Firma válida',
    text: 'Lo firmado no ha cambiado, y una autoridad conocida emitió el certificado de quien firmó.',
  },
  changed: {
    title: 'Firma válida, con cambios posteriores',
    text: 'Lo firmado está intacto. Después se hicieron cambios permitidos que conviene revisar.',
  },
  unknown: {
    title: 'Íntegra, de alguien que no podemos confirmar',
    text: 'Lo firmado no ha cambiado, pero ninguna autoridad conocida responde por la identidad de quien firmó.',
  },
  unchecked: {
    title: 'No podemos comprobar esta firma',
    text: 'Usa un algoritmo que aquí no se puede calcular. Compruébala con otro programa antes de confiar en ella.',
  },
  suspicious: {
    title: 'Sospechosa',
    text: 'Lo que muestra el documento puede no ser lo que se firmó. No te fíes de esta firma.',
  },
  invalid: { title: 'No válida', text: 'La firma no corresponde a este documento. No te fíes de ella.' },
}

const stampVerdicts: Readonly<Partial<Record<Verdict, Words>>> = {
  valid: { title: 'Sello de tiempo válido', text: 'El documento existía así en ese momento y no ha cambiado.' },
  changed: {
    title: 'Sello de tiempo válido, con cambios posteriores',
    text: 'Después se hicieron cambios permitidos.',
  },
  unknown: {
    title: 'Sello de tiempo íntegro, de una autoridad que no conocemos',
    text: 'El documento no ha cambiado desde entonces, pero no podemos confirmar de quién es el reloj.',
  },
}

/** For documents with a later drawing over signed content. */
const covered: Readonly<Partial<Record<Verdict, Words>>> = {
  changed: {
    title: 'Firma válida, con un dibujo encima',
    text: 'La firma corresponde al documento, pero después se dibujó algo sobre una página firmada. Revisa qué hay debajo: compara con la versión que se firmó.',
  },
  unknown: {
    title: 'De alguien que no podemos confirmar, con un dibujo encima',
    text: 'Después de la firma se dibujó algo sobre una página, y ninguna autoridad conocida responde por la identidad de quien firmó. Revisa qué hay debajo.',
  },
}

/** For documents with form fields that were filled after the signature. */
const filled: Readonly<Partial<Record<Verdict, Words>>> = {
  changed: {
    title: 'Firma válida, con campos llenados después',
    text: 'La firma corresponde al documento, pero después se llenaron campos del formulario. Compara con la versión que se firmó.',
  },
  unknown: {
    title: 'Íntegra, de alguien que no podemos confirmar',
    text: 'Después de la firma se llenaron campos del formulario, y ninguna autoridad conocida responde por la identidad de quien firmó. Compara con la versión que se firmó.',
  },
}

const overlays: Readonly<Record<'none' | 'filled' | 'drawn', Readonly<Partial<Record<Verdict, Words>>>>> = {
  none: {},
  filled,
  drawn: covered,
}

/** Only after `certificationOf`. */
export const certifications = {
  national: 'Firma digital certificada (Costa Rica)',
  simulator: 'Simulador: sin valor legal',
} as const

const simulated = 'Lo firmado no ha cambiado, pero el certificado es de un simulador: no tiene valor legal.'
const simulatedUnseen =
  'La firma corresponde a este documento, pero el certificado es de un simulador: no tiene valor legal.'

type Judged = Pick<SignatureReport, 'verdict' | 'kind' | 'changes' | 'algorithm' | 'picture'> &
  Partial<Pick<SignatureReport, 'certificate'>>

/** Says «no ha cambiado» only if the pictures of all pages say so too. */
export const describeVerdict = (judged: Judged): Words =>
  withPictureNotes(wordsOfVerdict(judged), judged.verdict, [judged.picture])

const wordsOfVerdict = (judged: Judged): Words => {
  const { verdict, kind, changes: after, algorithm, certificate } = judged
  const isSeen = looksUnchanged([judged])
  if (verdict === 'unchecked' && algorithm !== undefined) return describeUnchecked(kind, algorithm)
  if (verdict === 'valid' && certificate?.trust === 'simulator')
    return { title: certifications.simulator, text: isSeen ? simulated : simulatedUnseen }
  return (
    overlays[overlayOf(after)][verdict] ??
    (isSeen ? undefined : describeUnseen(kind, verdict)) ??
    (kind === 'document-time-stamp' ? stampVerdicts[verdict] : undefined) ??
    verdicts[verdict]
  )
}

const describeUnchecked = (kind: SignatureReport['kind'], algorithm: string): Words => {
  const what = kind === 'signature' ? 'esta firma' : 'este sello de tiempo'
  return {
    title: `No podemos comprobar ${what}`,
    text: `No podemos comprobar ${what}: usa ${algorithm}. Compruébalo con otro programa antes de confiar.`,
  }
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

const unreadable: Readonly<Partial<Record<PdfErrorCode, Words>>> = {
  PDF_NOT_A_PDF: { title: 'No es un PDF', text: 'Elige un archivo PDF.' },
  PDF_ENCRYPTED: {
    title: 'El PDF está protegido con contraseña',
    text: 'No se pueden comprobar las firmas de un archivo cifrado. Pide una copia sin contraseña, tal como se firmó.',
  },
  PDF_TOO_COMPLEX: {
    title: 'El PDF es demasiado complejo',
    text: 'No se puede comprobar dentro de los límites seguros.',
  },
  PDF_BOMB: { title: 'El PDF es demasiado complejo', text: 'No se puede comprobar dentro de los límites seguros.' },
}

const damaged: Words = {
  title: 'El PDF está dañado',
  text: 'No se puede leer sin repararlo, y un archivo reparado ya no es el que se firmó. Pide otra copia.',
}

export function describeReport(report: VerificationReport): Words {
  if (report.kind === 'unsigned') {
    return { title: 'El documento no tiene firmas', text: 'Es un PDF que nadie ha firmado digitalmente.' }
  }
  if (report.kind === 'unreadable') {
    const words = unreadable[report.code] ?? damaged
    if (report.claims === 0 || report.code === 'PDF_ENCRYPTED') return words
    return { title: words.title, text: `${words.text} Dice tener firmas: no te fíes de ellas.` }
  }
  const signatures = report.signatures.filter(({ kind }) => kind === 'signature').length
  const counted = signatures === 0 ? 'Sello de tiempo' : count(signatures, 'firma', 'firmas')
  const overlay = overlayOf(report.signatures.flatMap(({ changes: after }) => after))
  const isSimulated = report.signatures.some(({ certificate }) => certificate?.trust === 'simulator')
  const isSeen = looksUnchanged(report.signatures)
  const unseen = isSeen ? undefined : describeUnseen('document', report.verdict)
  const text =
    overlayTexts[overlay][report.verdict] ??
    (isSimulated ? (isSeen ? simulatedTexts : simulatedUnseenTexts)[report.verdict] : undefined) ??
    unseen?.text ??
    documentTexts[report.verdict]
  // A document with something drawn over it is not called whole either.
  const title = (overlay !== 'none' ? describeUnseen('document', report.verdict) : unseen)?.title
  const words = { title: title ?? documentTitles[report.verdict], text: `${counted}. ${text}` }
  return withPictureNotes(
    words,
    report.verdict,
    report.signatures.map(({ picture }) => picture),
  )
}

const documentTitles: Readonly<Record<Verdict, string>> = {
  valid: 'Documento firmado y sin cambios',
  changed: 'Firmado, con cambios posteriores',
  unknown: 'Íntegro, con firmas que no podemos confirmar',
  unchecked: 'Hay firmas que no podemos comprobar',
  suspicious: 'Documento sospechoso',
  invalid: 'Hay firmas que no valen',
}

const documentTexts: Readonly<Record<Verdict, string>> = {
  valid: 'Todo lo firmado está intacto, y autoridades conocidas emitieron los certificados.',
  changed: 'Lo firmado está intacto; después se hicieron cambios permitidos que conviene revisar.',
  unknown: 'Lo firmado está intacto, pero no conocemos a la autoridad que responde por quien firmó.',
  unchecked: 'Usan algoritmos que aquí no se pueden calcular. Compruébalas con otro programa.',
  suspicious: 'Lo que muestra puede no ser lo que se firmó.',
  invalid: 'Al menos una firma no corresponde a lo que contiene el archivo.',
}

const simulatedTexts: Readonly<Partial<Record<Verdict, string>>> = {
  valid: 'Todo lo firmado está intacto, pero hay firmas de un simulador: no tienen valor legal.',
  changed: 'Lo firmado está intacto, pero hay firmas de un simulador: no tienen valor legal.',
}

const simulatedUnseenTexts: Readonly<Partial<Record<Verdict, string>>> = {
  valid: 'Hay firmas de un simulador: no tienen valor legal.',
  changed: 'Después se hicieron cambios, y hay firmas de un simulador: no tienen valor legal.',
}

const coveredTexts: Readonly<Partial<Record<Verdict, string>>> = {
  changed: 'Después de una firma se dibujó algo sobre lo firmado; revisa qué hay debajo.',
  unknown:
    'Después de una firma se dibujó algo sobre lo firmado, y no conocemos a la autoridad que responde por quien firmó.',
}

const filledTexts: Readonly<Partial<Record<Verdict, string>>> = {
  changed: 'Después de una firma se llenaron campos del formulario; compara con la versión que se firmó.',
  unknown:
    'Después de una firma se llenaron campos del formulario, y no conocemos a la autoridad que responde por quien firmó.',
}

const overlayTexts: Readonly<Record<'none' | 'filled' | 'drawn', Readonly<Partial<Record<Verdict, string>>>>> = {
  none: {},
  filled: filledTexts,
  drawn: coveredTexts,
}

export const describeHidden = (hidden: number): string =>
  `El archivo contiene ${count(hidden, 'firma escondida o retirada', 'firmas escondidas o retiradas')} del formulario.`

const problems = {
  digest: 'El contenido firmado fue alterado.',
  value: 'La firma no se hizo con la llave de este certificado.',
  attributes: 'Los datos firmados se contradicen.',
  'certificate-id': 'La firma se hizo con otro certificado.',
  'no-certificate': 'Falta el certificado de quien firmó.',
  algorithm: 'Usa un algoritmo que no podemos comprobar.',
  'attached-content': 'Trae dentro otro contenido firmado, que no es el que muestra el documento.',
  'unreadable-signature': 'La firma está dañada y no se puede leer.',
  'time-stamp': 'Su sello de tiempo no es válido.',
  'key-usage': 'El certificado no permite firmar documentos.',
  revoked: 'El certificado estaba revocado al firmar.',
  'range-malformed': 'No dice bien qué parte del archivo cubre.',
  'gap-not-signature': 'Deja sin cubrir más que la propia firma: ahí se puede esconder contenido.',
  'gap-not-contents': 'La firma que muestra no es la que está en el lugar reservado.',
  'range-not-at-end': 'Lo que cubre no termina donde termina una versión del documento.',
  'shared-gap': 'Comparte su lugar en el archivo con otra firma.',
  overlap: 'Otra firma deja sin cubrir parte de lo que esta cubre.',
  obscured: 'Está escrita de forma que se oculta.',
  'not-in-own-revision': 'En la versión que cubre, el campo no tiene esta firma.',
} as const satisfies Record<Problem, string>

export const describeProblem = (problem: Problem): string => problems[problem]

const levels: Readonly<Record<Level, string>> = {
  CMS: 'Firma PDF anterior a PAdES',
  'B-B': 'PAdES B-B: sin sello de tiempo',
  'B-T': 'PAdES B-T: con sello de tiempo',
  'B-LT': 'PAdES B-LT: con datos para comprobarla a largo plazo',
  'B-LTA': 'PAdES B-LTA: comprobable a largo plazo y sellada',
}

export const describeLevel = (level: Level): string => levels[level]

const trusted = {
  platform: 'Certificado emitido por la plataforma para esta firma. No es firma digital certificada (Ley 8454).',
  national: 'Certificado de la jerarquía nacional de Costa Rica.',
  simulator: 'Certificado de la jerarquía de prueba de un simulador.',
  other: 'Certificado de una autoridad en la que confías.',
} as const

const stampTrusted = {
  platform: 'Autoridad de sellos de tiempo de la plataforma.',
  national: 'Autoridad de sellos de tiempo de la jerarquía nacional de Costa Rica.',
  simulator: 'Autoridad de sellos de tiempo de un simulador: sin valor legal.',
  other: 'Autoridad de sellos de tiempo en la que confías.',
} as const

const purposes: Readonly<Record<Purpose, string | undefined>> = {
  signature: undefined,
  authentication: 'Es para identificarse, no para firmar.',
  'legal-person': 'Es de una persona jurídica.',
  other: 'No es el de firma de una persona física.',
}

export function describeCertificate(
  { trust, problem, purpose }: CertificateReport,
  kind: SignatureReport['kind'] = 'signature',
): string {
  if (trust === 'unknown') return 'Certificado de una autoridad que no conocemos: no podemos decir de quién es.'
  if (kind === 'document-time-stamp' && problem === undefined) return stampTrusted[trust]
  if (problem === 'expired') return `${trusted[trust]} Venció, y nada prueba que se firmó antes.`
  if (problem === 'not-yet-valid') return `${trusted[trust]} Aún no era válido al firmar.`
  if (problem === 'unfit') return `${trusted[trust]} Tiene condiciones que no sabemos comprobar.`
  const use = trust === 'national' ? purposes[purpose] : undefined
  return use === undefined ? trusted[trust] : `${trusted[trust]} ${use}`
}

export function describeTime({ source, at, authority, isProven }: SigningTime): Words {
  if (at === undefined) return { title: 'Sin fecha', text: 'La firma no dice cuándo se hizo.' }
  const title = formatMoment(at)
  if (source === 'claimed') return { title, text: 'Según el reloj de quien firmó: no es prueba.' }
  const clock = authority ?? 'una autoridad sin nombre'
  if (!isProven) return { title, text: `Según el sello de tiempo de ${clock}, que no conocemos.` }
  return source === 'time-stamp'
    ? { title, text: `Probado por el sello de tiempo de ${clock}.` }
    : { title, text: `A más tardar: así lo prueba el sello del documento, de ${clock}.` }
}

/** Avoids a second full stop, for example after 'p. m.'. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

export function describeRevocation({ state, at }: RevocationReport): string {
  if (state === 'revoked') return sentence(`Revocado${at === undefined ? '' : ` el ${formatMoment(at)}`}`)
  if (state === 'good')
    return sentence(`No revocado${at === undefined ? '' : `, según se sabía el ${formatMoment(at)}`}`)
  return 'No sabemos si fue revocado.'
}
