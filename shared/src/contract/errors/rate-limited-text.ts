const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Rounds up: a retry never comes too early. */
const waitText = (seconds: number): string => {
  if (seconds < 60) return counted(Math.max(1, Math.ceil(seconds)), 'segundo', 'segundos')
  if (seconds <= 59 * 60) return counted(Math.ceil(seconds / 60), 'minuto', 'minutos')
  return counted(Math.ceil(seconds / 3600), 'hora', 'horas')
}

/** Spanish. */
export const rateLimitedText = (retryAfterSeconds: number): string =>
  `Demasiados intentos. Espera ${waitText(retryAfterSeconds)} y vuelve a intentarlo.`
