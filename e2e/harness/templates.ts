import { expect } from 'playwright/test'
import { createTemplateCall, templateDraftCall } from 'shared/contract/templates'
import * as v from 'valibot'
import type { Trazo } from './trazo.ts'

export const saveTemplate = async ({ url }: Trazo, token: string, documentId: number): Promise<void> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const draft = await fetch(`${url}${templateDraftCall.path.replace(':id', String(documentId))}`, { headers })
  const { roles } = v.parse(templateDraftCall.reply, await draft.json())
  const body = {
    document_id: documentId,
    name: 'Alquiler',
    roles: roles.map(({ key }) => ({ key, name: 'Arrendatario' })),
    message: '',
  }
  const made = await fetch(`${url}${createTemplateCall.path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(made.status).toBe(201)
}
