import { type NationalRule, officialCodes } from 'pdf/verify/national'

/** Without rules: not judged. */
export class NationalFormatError extends Error {
  override readonly name = 'NationalFormatError'
  readonly rules: readonly NationalRule[]
  constructor(rules: readonly NationalRule[]) {
    super(rules.length === 0 ? 'the official format could not be judged' : `not met: ${rules.join(', ')}`)
    this.rules = rules
  }
}

interface RuleProblem {
  readonly text: string
  readonly isRepaired?: true
}

const problems: Readonly<Record<NationalRule, RuleProblem>> = {
  signatures: { text: 'hay firmas que no valen' },
  store: { text: 'faltan los datos de validación', isRepaired: true },
  'last-stamp': { text: 'falta el sello de tiempo final', isRepaired: true },
  sequence: { text: 'los datos de validación no siguen a la última firma', isRepaired: true },
  'whole-file': { text: 'el sello de tiempo no cubre todo el archivo', isRepaired: true },
  'time-stamps': { text: 'hay firmas sin sello de tiempo' },
  certificates: { text: 'trae certificados de más' },
  hierarchy: { text: 'hay firmas o sellos de tiempo de otra jerarquía' },
  'certificate-type': { text: 'hay certificados que no son el de firma de una persona física' },
  lists: { text: 'trae listas de revocación de más' },
  answers: { text: 'trae respuestas de revocación de más' },
  'stamp-algorithm': { text: 'hay sellos de tiempo con algoritmos inseguros' },
  'revocation-data': { text: 'faltan pruebas de que los certificados no están revocados', isRepaired: true },
}

/** Sealing again changes nothing. */
export const isBeyondSealing = (error: unknown): boolean =>
  error instanceof NationalFormatError && error.rules.some((rule) => problems[rule].isRepaired === undefined)

const describeRule = (rule: NationalRule): string => {
  const code = officialCodes[rule]
  return code === undefined ? problems[rule].text : `${problems[rule].text} (código ${code})`
}

/** A new attempt may get other answers from authorities. */
const AGAIN = 'Sellarlo de nuevo lo puede reparar.'
const ELSEWHERE =
  'Sellarlo de nuevo no lo repara: avisa a quien administra el servicio o sube una copia nueva y envíala a firmar.'

/** Spanish, for the owner: the rules of BCCR's validator that the document does not meet, and what to do. */
export const describeFormatProblem = (rules: readonly NationalRule[]): string => {
  if (rules.length === 0) return 'No se pudo revisar si cumple el formato oficial.'
  const advice = isBeyondSealing(new NationalFormatError(rules)) ? ELSEWHERE : AGAIN
  return `No cumple el formato oficial: ${rules.map(describeRule).join('; ')}. ${advice}`
}
