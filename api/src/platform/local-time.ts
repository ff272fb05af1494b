const costaRica = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Costa_Rica',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `2026-01-31 18:00:00 UTC`. */
export const utcTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** `31/01/2026 12:00:00`, in Costa Rica. */
export const localTime = (milliseconds: number): string => costaRica.format(milliseconds).replace(',', '')
