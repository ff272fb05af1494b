import type { FailureTexts } from '../screen/auth-failure.ts'

export const loginTexts: FailureTexts = {
  refused: 'No se pudo iniciar sesión. Verifica tus credenciales.',
  failed: 'Error al iniciar sesión',
  unexpected: 'Error en el inicio de sesión',
}
