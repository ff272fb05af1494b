import { PdfError } from 'pdf'
import { SignatureError, type SignatureErrorCode } from 'pdf/cms'
import type { SealProblem } from 'shared/contract/sealing'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'

const isFromSystem = (error: unknown): boolean => error instanceof Error && 'errno' in error

const signatureProblems: Partial<Record<SignatureErrorCode, SealProblem>> = {
  TIMESTAMP_REFUSED: 'time-stamp',
  TIMESTAMP_UNAVAILABLE: 'time-stamp',
  REVOCATION_UNKNOWN: 'revocation',
}

export const sealProblemOf = (error: unknown): SealProblem => {
  if (error instanceof BlobFaultError) return 'damaged'
  if (error instanceof SignatureError) return signatureProblems[error.code] ?? 'not-verified'
  if (error instanceof PdfError) return 'not-verified'
  return isFromSystem(error) || classifyInfrastructureError(error) !== undefined ? 'storage' : 'unknown'
}

export const sealProblemTexts: Readonly<Record<SealProblem, string>> = {
  'time-stamp': 'No se pudo obtener el sello de tiempo final.',
  revocation: 'Una entidad emisora no confirmó que los certificados siguen vigentes.',
  storage: 'El almacenamiento del servidor no respondió bien.',
  damaged: 'El archivo guardado en el servidor está dañado.',
  'not-verified': 'Lo que se escribió no pasó nuestra propia verificación.',
  unknown: 'Algo falló de nuestro lado.',
}
