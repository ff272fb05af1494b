const format = new Intl.DateTimeFormat('es-CR', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Costa_Rica',
})

export const formatInstant = (instant: string): string => format.format(new Date(instant))
