/** Everyone who reads a document in Trazo reads the same clock. */
const TIME_ZONE = 'America/Costa_Rica'

const dateTime = new Intl.DateTimeFormat('es-CR', { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE })
const shortDateTime = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE })
const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'long', timeZone: TIME_ZONE })

/** An instant (ISO 8601) as date and time in Costa Rica. */
export const formatDateTime = (instant: string): string => dateTime.format(new Date(instant))
/** The same where there is little room: '3 feb 2026, 12:00 p. m.' */
export const formatShortDateTime = (instant: string): string => shortDateTime.format(new Date(instant))
/** An instant (ISO 8601) as a date in Costa Rica. */
export const formatDate = (instant: string): string => date.format(new Date(instant))
