/** All users see the same time zone. */
const TIME_ZONE = 'America/Costa_Rica'

/** Keeps '3:05 p. m.' on one line. */
const keepTimeTogether = (text: string): string => text.replace(/\s([ap]\.)\s(m\.)/, '\u00a0$1\u00a0$2')

/** @returns a function of an ISO instant, or of milliseconds since the epoch */
export const dateFormat = (
  style: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle' | 'day' | 'month'>,
): ((instant: string | number) => string) => {
  const format = new Intl.DateTimeFormat('es-CR', { ...style, timeZone: TIME_ZONE })
  return (instant) => keepTimeTogether(format.format(new Date(instant)))
}
