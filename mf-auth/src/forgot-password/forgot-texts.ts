import type { FailureTexts } from '../screen/auth-failure.ts'

export const forgotTexts: FailureTexts = {
  refused: 'Error al enviar el código de verificación',
  failed: 'Error al solicitar el restablecimiento de contraseña',
  unexpected: 'Error al enviar el código de verificación',
}
