import { PdfError } from 'pdf'
import { SignatureError, type SignatureErrorCode } from 'pdf/cms'
import { NATIONAL_RULES, type NationalRule } from 'pdf/verify/national'
import type { SealProblem } from 'shared/contract/sealing'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { DoubtedError } from './doubted-error.ts'
import { describeFormatProblem, NationalFormatError } from './format-problem.ts'

const isFromSystem = (error: unknown): boolean => error instanceof Error && 'errno' in error

const signatureProblems: Partial<Record<SignatureErrorCode, SealProblem>> = {
  TIMESTAMP_REFUSED: 'time-stamp',
  TIMESTAMP_UNAVAILABLE: 'time-stamp',
  REVOCATION_UNKNOWN: 'revocation',
}

/** The problem that the owner reads; `last_error` keeps the error for administrators. */
export const sealProblemOf = (error: unknown): SealProblem => {
  if (error instanceof BlobFaultError) return 'damaged'
  if (error instanceof NationalFormatError) return 'format'
  if (error instanceof SignatureError) return signatureProblems[error.code] ?? 'not-verified'
  if (error instanceof PdfError || error instanceof DoubtedError) return 'not-verified'
  return isFromSystem(error) || classifyInfrastructureError(error) !== undefined ? 'storage' : 'unknown'
}

const texts: Readonly<Record<Exclude<SealProblem, 'format'>, string>> = {
  'time-stamp': 'No se pudo obtener el sello de tiempo final.',
  revocation: 'Una entidad emisora no confirmó que los certificados siguen vigentes.',
  storage: 'El almacenamiento del servidor no respondió bien.',
  damaged: 'El archivo guardado en el servidor está dañado.',
  'not-verified': 'Lo que se escribió no pasó nuestra propia verificación.',
  unknown: 'Algo falló de nuestro lado.',
}

const namedRules = new Set<string>(NATIONAL_RULES)
const isRule = (value: unknown): value is NationalRule => typeof value === 'string' && namedRules.has(value)

const readRules = (stored: string | null): NationalRule[] => {
  const read: unknown = JSON.parse(stored ?? '[]')
  return Array.isArray(read) ? read.filter(isRule) : []
}

/** JSON for `seal_jobs.unmet_rules`; null unless the official format is the problem. */
export const unmetRulesOf = (error: unknown): string | null =>
  error instanceof NationalFormatError ? JSON.stringify(error.rules) : null

/** Spanish, for the owner. */
export const describeSealProblem = (problem: SealProblem, unmet: string | null): string =>
  problem === 'format' ? describeFormatProblem(readRules(unmet)) : texts[problem]
