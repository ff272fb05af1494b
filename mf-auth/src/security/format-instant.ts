const format = new Intl.DateTimeFormat('es-CR', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Costa_Rica',
})

/** An instant of the wire as people here read it. */
export const formatInstant = (instant: string): string => format.format(new Date(instant))
