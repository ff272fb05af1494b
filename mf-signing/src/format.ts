/** All users see the same time zone. */
const TIME_ZONE = 'America/Costa_Rica'

const dateTime = new Intl.DateTimeFormat('es-CR', { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE })
const shortDateTime = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE })
const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'long', timeZone: TIME_ZONE })

export const formatDateTime = (instant: string): string => dateTime.format(new Date(instant))
/** '3 feb 2026, 12:00 p. m.' */
export const formatShortDateTime = (instant: string): string => shortDateTime.format(new Date(instant))
export const formatDate = (instant: string): string => date.format(new Date(instant))
