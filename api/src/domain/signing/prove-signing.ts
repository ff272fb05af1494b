import { SignatureError, type SignatureErrorCode } from 'pdf/cms'
import type { PdfSigner } from './pdf-signer.ts'

/** The message is one Spanish line for the operator. */
export class SigningUnavailableError extends Error {
  override readonly name = 'SigningUnavailableError'
}

const reasons: Partial<Record<SignatureErrorCode, string>> = {
  KEYS_UNUSABLE:
    'las llaves de firma de la carpeta de datos están dañadas, incompletas o vencidas, o el reloj del servidor está mal',
  SIGNATURE_INVALID: 'la firma de prueba que acaba de hacer no pasó su propia verificación',
  TIMESTAMP_REFUSED: 'el sello de tiempo de la firma de prueba no es válido',
  REVOCATION_REFUSED: 'lo que sus autoridades dicen de sus propios certificados no es válido',
}

/** @param cause any error of the test signature */
export const signingUnavailable = (cause: unknown): SigningUnavailableError => {
  const known = cause instanceof SignatureError ? reasons[cause.code] : undefined
  const reason = known ?? 'no se pudo hacer una firma de prueba'
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new SigningUnavailableError(`No se pudo iniciar la API: ${reason}. Detalle: ${detail}`, { cause })
}

/**
 * A server that cannot sign must not accept documents.
 * @throws SigningUnavailableError
 */
export const proveSigning = async ({ selfTest }: Pick<PdfSigner, 'selfTest'>, now: Date): Promise<void> => {
  try {
    await selfTest(now)
  } catch (cause) {
    throw signingUnavailable(cause)
  }
}
