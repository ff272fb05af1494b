import {
  createTemplateCall,
  type Template,
  type TemplatePerson,
  templateDraftCall,
  useTemplateCall,
} from 'shared/contract/templates'
import { startSending, type TestSending } from './sendings.ts'
import { succeed } from './test-server.ts'

export const IVO = { role: 'r1', name: 'Ivo Paz', email: 'ivo@example.com' }
export const EVA = { role: 'r2', name: 'Eva Mora', email: 'eva@example.com' }

export interface TestSet extends TestSending {
  /** First of the set: «Arrendatario» (r1) signs all three documents, «Fiador» (r2) the first two. */
  readonly template: Template
}

/** A sending of three documents, saved as a set. */
export const startSet = async (message = ''): Promise<TestSet> => {
  const started = await startSending()
  const { server, bearer, documents } = started
  const { id } = documents[1]
  const { roles } = await succeed(server, templateDraftCall, { bearer, params: { id } })
  const names = ['Arrendatario', 'Fiador']
  const named = roles.map(({ key, name }, index) => ({ key, name: names[index] ?? name }))
  const body = { document_id: id, name: 'Alquiler', roles: named, message }
  return { ...started, template: await succeed(server, createTemplateCall, { bearer, body }) }
}

/** Of the caller's set, for Ivo and Eva. */
export const callUse = (
  { template, bearer }: Pick<TestSet, 'template' | 'bearer'>,
  over: { readonly name?: string; readonly people?: TemplatePerson[]; readonly request_key?: string } = {},
) => ({ bearer, params: { id: template.id }, body: { name: 'Ivo', people: [IVO, EVA], ...over } })

export const useSet = async (set: TestSet, over: Parameters<typeof callUse>[1] = {}) =>
  succeed(set.server, useTemplateCall, callUse(set, over))
