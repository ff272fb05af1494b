const longDate = new Intl.DateTimeFormat('es-CR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Costa_Rica',
})

/** Date and time as people in Costa Rica read them; instants are stored in UTC. */
export const localDate = (milliseconds: number): string => `${longDate.format(milliseconds)} (hora de Costa Rica)`
