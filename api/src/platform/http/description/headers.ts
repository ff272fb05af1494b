import type { DescribedHeader, DescribedHeaders } from './described-parts.ts'

const text = (description: string): DescribedHeader => ({ description, schema: { type: 'string' } })
const count = (description: string): DescribedHeader => ({ description, schema: { type: 'integer', minimum: 0 } })

export const always = (header: DescribedHeader): DescribedHeader => ({ ...header, required: true })

export const requestIdHeader: DescribedHeaders = {
  'X-Request-Id': always(text('Número de la solicitud. Inclúyelo si pides ayuda.')),
}

const limits: DescribedHeaders = {
  'RateLimit-Limit': count('Llamadas que este token puede hacer en diez minutos.'),
  'RateLimit-Remaining': count('Llamadas que le quedan.'),
  'RateLimit-Reset': count('Segundos hasta que vuelve a tener todas.'),
}

/** Only tokens of programs are counted in this way. */
export const rateLimitHeaders = (isAlways: boolean): DescribedHeaders =>
  isAlways ? Object.fromEntries(Object.entries(limits).map(([name, header]) => [name, always(header)])) : limits

export const retryAfterHeader = count('Segundos que hay que esperar antes de repetir la llamada.')

export const fileHeaders: DescribedHeaders = {
  'Content-Disposition': always(text('Nombre del archivo.')),
}

export const etagHeader: DescribedHeaders = { ETag: always(text('SHA-256 de los bytes, entre comillas.')) }

export const rangeHeaders: DescribedHeaders = { 'Accept-Ranges': always(text('bytes')) }

export const contentRangeHeader: DescribedHeaders = {
  'Content-Range': always(text('Parte que se envía, y tamaño del archivo.')),
}

export const headerOf = (name: string, description: string): DescribedHeaders => ({ [name]: text(description) })
