import type { FailureTexts } from '../screen/auth-failure.ts'

export const securityTexts: FailureTexts = {
  refused: 'No se pudo hacer el cambio. Intenta de nuevo.',
  failed: 'No se pudo hacer el cambio. Intenta de nuevo en unos minutos.',
  unexpected: 'No se pudo hacer el cambio. Recarga la página e intenta de nuevo.',
}
