import type { DescribedSchema } from '../json-schema.ts'

/** By name of property. */
const known: Readonly<Record<string, unknown>> = {
  email: 'ana@example.com',
  signer_email: 'ana@example.com',
  signer_name: 'Ana Rojas',
  name: 'Ana Rojas',
  original_filename: 'contrato.pdf',
  description: 'Contrato de alquiler',
  notes: '',
  message: 'Puedes firmar hasta el viernes.',
  reason: 'Cambió el contrato',
  text: 'Sí, incluye dos espacios.',
  document_url: '',
  field_coordinates: null,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  download_url: '/home/api/files/4711/public_download',
  field_id: 'firma_1',
  field_type: 'SECONDARY',
  label: 'Campo de Firma',
  user_file_id: 4711,
  file_type_id: 1,
  file_size_mb: 0.4,
  page: 1,
  pages: 3,
  x_relative: 0.1,
  y_relative: 0.8,
  width_relative: 0.3,
  height_relative: 0.1,
  access_token: 'trz_…',
  client_secret: 'trzs_…',
  token_type: 'Bearer',
  expires_in: 3600,
  limit: '50',
  file: Buffer.from('Nombre;Correo\r\nAna Rojas;ana@example.com\r\n').toString('base64'),
  add: ['Alquiler'],
  documents: [4711, 4712],
  rule: { kind: 'text', max_length: 100, multiline: false },
}

const INSTANT = '2026-11-23T15:00:00.000Z'
const ID = 4711

const accepts = (schema: DescribedSchema, value: unknown): boolean => {
  const parts = alternativesOf(schema)
  if (parts !== undefined) return parts.some((part) => accepts(part, value))
  if (schema.enum !== undefined) return schema.enum.includes(value)
  if (schema.type === 'null') return value === null
  const { items } = schema
  if (Array.isArray(value)) return items !== undefined && value.every((item) => accepts(items, item))
  return schema.type === 'integer' ? Number.isInteger(value) : schema.type === typeof value
}

const objectOf = ({ properties = {}, required = [] }: DescribedSchema, whole: boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => whole || required.includes(name) || name in known)
      .map(([name, schema]) => [name, exampleOf(schema, name, whole)]),
  )

const TEXTS = ['texto', String(ID), '2026-12-31', 'r1']

const exampleText = ({ format, pattern }: DescribedSchema): string => {
  if (format === 'date-time') return INSTANT
  const fits = typeof pattern === 'string' ? new RegExp(pattern, 'u') : /^/
  return TEXTS.find((text) => fits.test(text)) ?? ''
}

const alternativesOf = ({ anyOf, oneOf }: DescribedSchema): readonly DescribedSchema[] | undefined => anyOf ?? oneOf

const byType = (schema: DescribedSchema, name: string, whole: boolean): unknown => {
  switch (schema.type) {
    case 'object':
      return objectOf(schema, whole)
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, name, whole)]
    case 'integer':
      return Math.min(ID, schema.maximum ?? ID)
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'string':
      return exampleText(schema)
    default:
      return null
  }
}

/** @param whole includes optional properties */
export const exampleOf = (schema: DescribedSchema, name = '', whole = false): unknown => {
  if (name in known && accepts(schema, known[name])) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const parts = alternativesOf(schema)
  const part = parts?.find(({ type }) => type === 'object') ?? parts?.[0]
  return part === undefined ? byType(schema, name, whole) : exampleOf(part, name, whole)
}
