import type { LightMyRequestResponse } from 'fastify'
import type { Call } from 'shared/contract'
import { pathOf, type TestServer } from '../support/test-server.ts'
import { bodies, type Target } from './scene.ts'

export type Asked = readonly [
  call: Call,
  target: Target,
  token: string | undefined,
  method?: Call['method'] | 'HEAD',
  headers?: Readonly<Record<string, string>>,
]

const queries = (name: string, { document }: Target): Record<string, string> => {
  if (['listFields', 'listFormFields', 'proposeFormFields'].includes(name)) return { user_file_id: String(document.id) }
  return name === 'findFiles' ? { limit: '10' } : {}
}

export const ask = (
  server: TestServer,
  ...[call, target, token, method = call.method, headers = {}]: Asked
): Promise<LightMyRequestResponse> => {
  const { document, field, formFieldId, invitationId, participantId, alternateId } = target
  const isField = call.path.startsWith('/home/api/signature-fields/')
  const isFormField = call.path.startsWith('/home/api/form-fields/')
  const params = {
    id: isField ? field.id : isFormField ? formFieldId : document.id,
    fieldId: field.id,
    invitationId,
    participantId,
    alternateId,
    signatureId: field.id,
    requestId: field.id,
    threadId: field.id,
    page: 1,
  }
  const body = method === 'HEAD' ? undefined : bodies[call.name]?.(target)
  // One response is an endless stream, so bodies are not read.
  return server.app.inject({
    method,
    url: pathOf(call, params),
    query: queries(call.name, target),
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { payload: body }),
    payloadAsStream: true,
  })
}
