import type { FailureTexts } from '../screen/auth-failure.ts'

export const registerTexts: FailureTexts = {
  refused: 'No se pudo crear la cuenta. Por favor, intenta de nuevo.',
  failed: 'Error al registrarse',
  unexpected: 'Error al crear la cuenta',
}
