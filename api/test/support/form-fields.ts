import type { SignatureField } from 'shared/contract'
import type { CreateFormField, FormFieldRule } from 'shared/contract/form-fields'

const TEXT: FormFieldRule = { kind: 'text', max_length: 200, multiline: false }

export const newFormField = (
  { id, user_file_id }: Pick<SignatureField, 'id' | 'user_file_id'>,
  over: Partial<CreateFormField> = {},
): Omit<CreateFormField, 'client_id'> => ({
  user_file_id,
  signature_field_id: id,
  label: 'Domicilio',
  help: 'Como en su cédula',
  required: false,
  page: 1,
  x_relative: 0.1,
  y_relative: 0.1,
  width_relative: 0.5,
  height_relative: 0.04,
  rule: TEXT,
  ...over,
})
