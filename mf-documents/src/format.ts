import { dateFormat } from 'shared/contract'

const LOCALE = 'es-CR'
const TIME_ZONE = 'America/Costa_Rica'
/** In MB; two decimals cannot show less. */
const SMALLEST_SIZE_MB = 0.01

const size = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: TIME_ZONE })
const shortDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: TIME_ZONE })

/** '1,25 MB' */
export const formatSize = (megabytes: number): string =>
  megabytes > 0 && megabytes < SMALLEST_SIZE_MB
    ? `< ${size.format(SMALLEST_SIZE_MB)} MB`
    : `${size.format(megabytes)} MB`

/** '31 ene 2026', in Costa Rica. */
export const formatDay = (instant: string): string => day.format(new Date(instant))

export const formatShortDay = (instant: string): string => shortDay.format(new Date(instant))

/** '31 de enero de 2026 a las 6:00 p. m.', in Costa Rica. */
export const formatListMoment = dateFormat({ dateStyle: 'long', timeStyle: 'short' })

const longDay = dateFormat({ dateStyle: 'long' })
export const formatListDate = (date: string): string => longDay(`${date}T12:00:00-06:00`)

export const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** '3 seleccionados' */
export const selectedText = (count: number): string => formatCount(count, 'seleccionado', 'seleccionados')

export const formatSignatures = (signed: number, total: number): string =>
  `${signed} de ${formatCount(total, 'firma', 'firmas')}`

export const formatPages = (pages: number): string => formatCount(pages, 'página', 'páginas')

export const formatFormFields = (count: number): string => formatCount(count, 'campo para llenar', 'campos para llenar')

const names = new Intl.ListFormat('es-CR', { type: 'conjunction' })
export const formatSignerNames = (people: readonly string[]): string => names.format(people)
