import type { FailureTexts } from '../screen/auth-failure.ts'

export const profileTexts: FailureTexts = {
  refused: 'No se pudo actualizar el perfil',
  failed: 'Error al actualizar el perfil',
  unexpected: 'Error al actualizar el perfil',
}
