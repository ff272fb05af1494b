import type { BodyOf } from 'shared/contract'
import { type BulkJob, createBulkJobCall } from 'shared/contract/bulk'
import { createTemplateCall, type Template, templateDraftCall } from 'shared/contract/templates'
import { placeField, uploadDocument } from './people.ts'
import { succeed, type TestServer } from './test-server.ts'

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

export const csvOf = (count: number): string =>
  base64(
    ['Nombre;Email', ...Array.from({ length: count }, (_, at) => `Persona ${at};persona${at}@example.com`)].join(
      '\r\n',
    ),
  )

export const makeTemplate = async (server: TestServer, bearer: string): Promise<Template> => {
  const { id } = await uploadDocument(server, bearer)
  await placeField(server, bearer, id)
  const { roles } = await succeed(server, templateDraftCall, { bearer, params: { id } })
  const named = roles.map(({ key }) => ({ key, name: 'Arrendatario' }))
  const body = { document_id: id, name: 'Alquiler', roles: named, message: '' }
  return succeed(server, createTemplateCall, { bearer, body })
}

export const begin = (
  server: TestServer,
  bearer: string,
  { id }: Template,
  body: BodyOf<typeof createBulkJobCall>,
): Promise<BulkJob> => succeed(server, createBulkJobCall, { bearer, params: { id }, body })

export const sendRows = async ({ bulk }: TestServer, count = Number.POSITIVE_INFINITY): Promise<void> => {
  for (let sent = 0; sent < count; sent++) if ((await bulk.tick()) === 0) return
}
