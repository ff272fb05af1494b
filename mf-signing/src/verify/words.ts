import type { DocumentChange, SignatureReport, SignatureVerdict, VerificationReport } from 'pdf/verify'
import type { Tone } from 'shared/ui'

const tones = {
  valid: 'success',
  changed: 'warning',
  unknown: 'info',
  unchecked: 'warning',
  suspicious: 'error',
  invalid: 'error',
} as const satisfies Record<SignatureVerdict, Tone>

const toneOf = (verdict: SignatureVerdict): Tone => tones[verdict]

const isSimulated = ({ certificate }: SignatureReport): boolean => certificate?.trust === 'simulator'

export const toneOfSignature = (signature: SignatureReport): Tone => {
  const { verdict, distrust } = signature
  const isDoubtful = verdict === 'unknown' && distrust !== undefined
  return isDoubtful || (verdict === 'valid' && isSimulated(signature)) ? 'warning' : toneOf(verdict)
}

export const toneOfReport = (report: VerificationReport): Tone => {
  if (report.kind === 'signed')
    return report.verdict === 'valid' && report.signatures.some(isSimulated) ? 'warning' : tones[report.verdict]
  if (report.kind === 'unsigned') return 'neutral'
  return report.claims > 0 ? 'error' : 'warning'
}

const badges = {
  valid: ['Válida', 'Válido'],
  changed: ['Válida, con cambios', 'Válido, con cambios'],
  unknown: ['Sin confirmar', 'Sin confirmar'],
  unchecked: ['Sin comprobar', 'Sin comprobar'],
  suspicious: ['Sospechosa', 'Sospechoso'],
  invalid: ['No válida', 'No válido'],
} as const satisfies Record<SignatureVerdict, readonly [signature: string, stamp: string]>

export const badgeOf = ({ verdict, kind }: Pick<SignatureReport, 'verdict' | 'kind'>): string =>
  badges[verdict][kind === 'signature' ? 0 : 1]

export const nameOfSigner = ({ certificate }: SignatureReport): string => certificate?.name ?? 'Alguien sin identificar'

/** No picture can make it better. */
export const isBelowDoubt = (verdict: SignatureVerdict): boolean => verdict === 'suspicious' || verdict === 'invalid'

const changeTones = { expected: 'success', notable: 'warning', suspicious: 'error' } as const

export const toneOfChange = ({ severity }: DocumentChange): Tone => changeTones[severity]

const MEGABYTE = 1024 * 1024
const size = new Intl.NumberFormat('es-CR', { maximumFractionDigits: 1 })

export const formatFileSize = (bytes: number): string =>
  bytes < MEGABYTE ? `${size.format(Math.ceil(bytes / 1024))} KB` : `${size.format(bytes / MEGABYTE)} MB`
