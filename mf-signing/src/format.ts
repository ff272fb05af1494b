import { dateFormat } from 'shared/contract'

export const formatDateTime = dateFormat({ dateStyle: 'long', timeStyle: 'short' })
/** '3 feb 2026, 12:00 p. m.' */
export const formatShortDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
/** '26 dic' */
export const formatExpiryDay = dateFormat({ day: 'numeric', month: 'short' })
export const formatLongDate = dateFormat({ dateStyle: 'long' })

const names = new Intl.ListFormat('es-CR', { type: 'conjunction' })
export const formatPeopleNames = (people: readonly string[]): string => names.format(people)
