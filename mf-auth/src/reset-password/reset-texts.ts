import type { FailureTexts } from '../screen/auth-failure.ts'

export const resetTexts: FailureTexts = {
  refused: 'No se pudo restablecer la contraseña. Verifica el código e intenta de nuevo.',
  failed: 'Error al restablecer la contraseña',
  unexpected: 'Error al actualizar la contraseña',
}
