import { expect } from 'playwright/test'
import { createFormFieldCall, type FormFieldRule } from 'shared/contract/form-fields'
import type { EditorJourney } from './editor.ts'

export type OwnedFile = Pick<EditorJourney, 'api' | 'file'>

export const headersOf = ({ api }: OwnedFile) => ({
  Authorization: `Bearer ${api.token}`,
  'Content-Type': 'application/json',
})

interface NewFormField {
  readonly fieldId: number
  readonly label: string
  readonly y: number
  readonly rule: FormFieldRule
}

export const addFormField = async (
  contract: OwnedFile,
  url: string,
  { fieldId, label, y, rule }: NewFormField,
): Promise<void> => {
  const body = {
    ...{ client_id: label, user_file_id: contract.file.id, signature_field_id: fieldId, label, help: '' },
    ...{ required: true, page: 1, x_relative: 0.1, y_relative: y, width_relative: 0.4, height_relative: 0.03 },
    ...{ position: null, rule },
  }
  const answer = await fetch(`${url}${createFormFieldCall.path}`, {
    method: 'POST',
    headers: headersOf(contract),
    body: JSON.stringify(body),
  })
  expect(answer.status).toBeLessThan(300)
}
