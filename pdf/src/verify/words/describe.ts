import type { PdfErrorCode } from '../../syntax/pdf-error.ts'
import { overlayOf } from '../changes.ts'
import type { SignatureReport, SignatureVerdict, VerificationReport } from '../report.ts'
import { describeUnseen, looksUnchanged, type PictureWords, withPictureNotes } from './describe-picture.ts'

export type { PictureWords } from './describe-picture.ts'

const verdicts: Readonly<Record<SignatureVerdict, PictureWords>> = {
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

const stampVerdicts: Readonly<Partial<Record<SignatureVerdict, PictureWords>>> = {
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
const covered: Readonly<Partial<Record<SignatureVerdict, PictureWords>>> = {
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
const filled: Readonly<Partial<Record<SignatureVerdict, PictureWords>>> = {
  changed: {
    title: 'Firma válida, con campos llenados después',
    text: 'La firma corresponde al documento, pero después se llenaron campos del formulario. Compara con la versión que se firmó.',
  },
  unknown: {
    title: 'De alguien que no podemos confirmar, con un dibujo encima',
    text: 'Después de la firma se llenaron campos del formulario, y ninguna autoridad conocida responde por la identidad de quien firmó. Compara con la versión que se firmó.',
  },
}

const overlays: Readonly<
  Record<'none' | 'filled' | 'drawn', Readonly<Partial<Record<SignatureVerdict, PictureWords>>>>
> = {
  none: {},
  filled,
  drawn: covered,
}

/** Only after `certificationOf`. */
export const certificationTexts = {
  national: 'Firma digital certificada (Costa Rica)',
  simulator: 'Simulador: sin valor legal',
} as const

const simulated = 'Lo firmado no ha cambiado, pero el certificado es de un simulador: no tiene valor legal.'
const simulatedUnseen =
  'La firma corresponde a este documento, pero el certificado es de un simulador: no tiene valor legal.'

type Judged = Pick<SignatureReport, 'verdict' | 'kind' | 'changes' | 'algorithm' | 'distrust' | 'picture'> &
  Partial<Pick<SignatureReport, 'certificate'>>

/** Says «no ha cambiado» only if the pictures of all pages say so too. */
export const describeVerdict = (judged: Judged): PictureWords =>
  withPictureNotes(wordsOfVerdict(judged), judged.verdict, [judged.picture])

const wordsOfVerdict = (judged: Judged): PictureWords => {
  const { verdict, kind, changes: after, certificate } = judged
  const isSeen = looksUnchanged([judged])
  if (verdict === 'unknown' && judged.distrust !== undefined) {
    const { title, text } = describeUnchecked(kind, judged)
    return { title, text: overlayOf(after) === 'none' ? text : `${text} ${drawnOver}` }
  }
  if (verdict === 'unchecked') return describeUnchecked(kind, judged)
  if (verdict === 'valid' && certificate?.trust === 'simulator')
    return { title: certificationTexts.simulator, text: isSeen ? simulated : simulatedUnseen }
  return (
    overlays[overlayOf(after)][verdict] ??
    (isSeen ? undefined : describeUnseen(kind, verdict)) ??
    (kind === 'document-time-stamp' ? stampVerdicts[verdict] : undefined) ??
    verdicts[verdict]
  )
}

const describeUnchecked = (
  kind: SignatureReport['kind'],
  { distrust, algorithm = 'un algoritmo desconocido' }: Pick<Judged, 'distrust' | 'algorithm'>,
): PictureWords => {
  const what = kind === 'signature' ? 'esta firma' : 'este sello de tiempo'
  if (distrust !== undefined) {
    return {
      title: `No podemos confiar en ${what}`,
      text: `No podemos confiar en ${what}: ${distrust.join('; ')}. ${remedies[kind]}`,
    }
  }
  return {
    title: `No podemos comprobar ${what}`,
    text: `No podemos comprobar ${what}: usa ${algorithm}. Por eso no podemos confiar en ${what}: revisa el archivo con otro programa.`,
  }
}

const drawnOver = 'Además, después se dibujó algo sobre una página firmada: revisa qué hay debajo.'

const remedies = {
  signature: 'Pide que firmen de nuevo con un certificado de firma y algoritmos vigentes.',
  'document-time-stamp': 'No prueba desde cuándo existe el documento.',
} as const

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

const unreadable: Readonly<Partial<Record<PdfErrorCode, PictureWords>>> = {
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

const damaged: PictureWords = {
  title: 'El PDF está dañado',
  text: 'No se puede leer sin repararlo, y un archivo reparado ya no es el que se firmó. Pide otra copia.',
}

/** Title and text in Spanish for a whole document. */
export function describeReport(report: VerificationReport): PictureWords {
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
  return describeDistrusted(report, counted) ?? describeSigned(report, counted)
}

type SignedReport = Extract<VerificationReport, { kind: 'signed' }>

function describeDistrusted({ verdict, signatures }: SignedReport, counted: string): PictureWords | undefined {
  const reasons = new Set(signatures.flatMap(({ distrust = [] }) => distrust))
  if ((verdict !== 'unchecked' && verdict !== 'unknown') || reasons.size === 0) return undefined
  return {
    title: 'Hay firmas en las que no podemos confiar',
    text: `${counted}. No podemos confiar en todas: ${[...reasons].join('; ')}.`,
  }
}

function describeSigned(report: SignedReport, counted: string): PictureWords {
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
  const title = (overlay === 'none' ? unseen : describeUnseen('document', report.verdict))?.title
  const words = { title: title ?? documentTitles[report.verdict], text: `${counted}. ${text}` }
  return withPictureNotes(
    words,
    report.verdict,
    report.signatures.map(({ picture }) => picture),
  )
}

const documentTitles: Readonly<Record<SignatureVerdict, string>> = {
  valid: 'Documento firmado y sin cambios',
  changed: 'Firmado, con cambios posteriores',
  unknown: 'Íntegro, con firmas que no podemos confirmar',
  unchecked: 'Hay firmas que no podemos comprobar',
  suspicious: 'Documento sospechoso',
  invalid: 'Hay firmas que no valen',
}

const documentTexts: Readonly<Record<SignatureVerdict, string>> = {
  valid: 'Todo lo firmado está intacto, y autoridades conocidas emitieron los certificados.',
  changed: 'Lo firmado está intacto; después se hicieron cambios permitidos que conviene revisar.',
  unknown: 'Lo firmado está intacto, pero no conocemos a la autoridad que responde por quien firmó.',
  unchecked: 'Usan algoritmos que aquí no se pueden calcular. Compruébalas con otro programa.',
  suspicious: 'Lo que muestra puede no ser lo que se firmó.',
  invalid: 'Al menos una firma no corresponde a lo que contiene el archivo.',
}

const simulatedTexts: Readonly<Partial<Record<SignatureVerdict, string>>> = {
  valid: 'Todo lo firmado está intacto, pero hay firmas de un simulador: no tienen valor legal.',
  changed: 'Lo firmado está intacto, pero hay firmas de un simulador: no tienen valor legal.',
}

const simulatedUnseenTexts: Readonly<Partial<Record<SignatureVerdict, string>>> = {
  valid: 'Hay firmas de un simulador: no tienen valor legal.',
  changed: 'Después se hicieron cambios, y hay firmas de un simulador: no tienen valor legal.',
}

const coveredTexts: Readonly<Partial<Record<SignatureVerdict, string>>> = {
  changed: 'Después de una firma se dibujó algo sobre lo firmado; revisa qué hay debajo.',
  unknown:
    'Después de una firma se dibujó algo sobre lo firmado, y no conocemos a la autoridad que responde por quien firmó.',
}

const filledTexts: Readonly<Partial<Record<SignatureVerdict, string>>> = {
  changed: 'Después de una firma se llenaron campos del formulario; compara con la versión que se firmó.',
  unknown:
    'Después de una firma se llenaron campos del formulario, y no conocemos a la autoridad que responde por quien firmó.',
}

const overlayTexts: Readonly<Record<'none' | 'filled' | 'drawn', Readonly<Partial<Record<SignatureVerdict, string>>>>> =
  {
    none: {},
    filled: filledTexts,
    drawn: coveredTexts,
  }

export const describeHidden = (hidden: number): string =>
  `El archivo contiene ${count(hidden, 'firma escondida o retirada', 'firmas escondidas o retiradas')} del formulario.`
