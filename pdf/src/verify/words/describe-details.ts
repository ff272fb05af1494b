import type { StatedPurpose } from '../../cms/certificate-purpose.ts'
import type {
  CertificateReport,
  RevocationReport,
  SignatureLevel,
  SignatureProblem,
  SignatureReport,
  SigningTime,
} from '../report.ts'
import type { PictureWords } from './describe-picture.ts'

const moments = new Intl.DateTimeFormat('es-CR', {
  timeZone: 'America/Costa_Rica',
  dateStyle: 'long',
  timeStyle: 'medium',
})

/** In Costa Rica's time zone. */
export const formatVerifiedMoment = (time: Date): string => moments.format(time)

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
  'weak-hash': 'Usa una función de resumen que ya no es segura.',
  'weak-key': 'Su llave es demasiado débil: otros pueden firmar con ella.',
  'weak-certificate': 'Su certificado, o el de su autoridad, usa un algoritmo o una llave que ya no son seguros.',
  'certificate-purpose': 'Se hizo con un certificado que es para otra cosa, no para firmar documentos.',
  'certificate-name': 'La autoridad que emitió el certificado no puede responder por este nombre.',
  'range-malformed': 'No dice bien qué parte del archivo cubre.',
  'gap-not-signature': 'Deja sin cubrir más que la propia firma: ahí se puede esconder contenido.',
  'gap-not-contents': 'La firma que muestra no es la que está en el lugar reservado.',
  'range-not-at-end': 'Lo que cubre no termina donde termina una versión del documento.',
  'shared-gap': 'Comparte su lugar en el archivo con otra firma.',
  overlap: 'Otra firma deja sin cubrir parte de lo que esta cubre.',
  obscured: 'Está escrita de forma que se oculta.',
  'not-in-own-revision': 'En la versión que cubre, el campo no tiene esta firma.',
} as const satisfies Record<SignatureProblem, string>

export const describeProblem = (problem: SignatureProblem): string => problems[problem]

const levels: Readonly<Record<SignatureLevel, string>> = {
  CMS: 'Firma PDF anterior a PAdES',
  'B-B': 'PAdES B-B: sin sello de tiempo',
  'B-T': 'PAdES B-T: con sello de tiempo',
  'B-LT': 'PAdES B-LT: con datos para comprobarla a largo plazo',
  'B-LTA': 'PAdES B-LTA: comprobable a largo plazo y sellada',
}

export const describeLevel = (level: SignatureLevel): string => levels[level]

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

const purposes: Readonly<Record<StatedPurpose, string | undefined>> = {
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
  if (problem === 'weak') return `${trusted[trust]} Él o su autoridad usan algoritmos que ya no son seguros.`
  if (problem === 'purpose') return `${trusted[trust]} No es para esto.`
  if (problem === 'name') return `${trusted[trust]} Su autoridad no puede responder por este nombre.`
  const use = trust === 'national' ? purposes[purpose] : undefined
  return use === undefined ? trusted[trust] : `${trusted[trust]} ${use}`
}

export function describeTime({ source, at, authority, isProven }: SigningTime): PictureWords {
  if (at === undefined) return { title: 'Sin fecha', text: 'La firma no dice cuándo se hizo.' }
  const title = formatVerifiedMoment(at)
  if (source === 'claimed') return { title, text: 'Según el reloj de quien firmó: no es prueba.' }
  const clock = authority ?? 'una autoridad sin nombre'
  if (!isProven) return { title, text: `Según el sello de tiempo de ${clock}, en el que no podemos confiar.` }
  return source === 'time-stamp'
    ? { title, text: `Probado por el sello de tiempo de ${clock}.` }
    : { title, text: `A más tardar: así lo prueba el sello del documento, de ${clock}.` }
}

/** Avoids a second full stop, for example after 'p. m.'. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

export function describeRevocation({ state, at }: RevocationReport): string {
  if (state === 'revoked') return sentence(`Revocado${at === undefined ? '' : ` el ${formatVerifiedMoment(at)}`}`)
  if (state === 'good')
    return sentence(`No revocado${at === undefined ? '' : `, según se sabía el ${formatVerifiedMoment(at)}`}`)
  return 'No sabemos si fue revocado.'
}
