const longDate = new Intl.DateTimeFormat('es-CR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Costa_Rica',
})

/** Instants are UTC; readers are in Costa Rica. */
export const localDate = (milliseconds: number): string => `${longDate.format(milliseconds)} (hora de Costa Rica)`
