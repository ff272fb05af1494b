import {
  type ChangeFormField,
  type CreateFormField,
  changeFormFieldCall,
  createFormFieldCall,
  deleteFormFieldCall,
  listFormFieldsCall,
  proposeFormFieldsCall,
  readFormCall,
  saveFormDraftCall,
} from '../contract/documents/form-fields.ts'
import type { BodyOf } from '../contract/index.ts'
import { type Bearer, request } from './request.ts'

export {
  type ChangeFormField,
  type CreateFormField,
  FORM_DRAWING_MAX,
  FORM_FIELDS_MAX,
  FORM_TEXT_MAX,
  type FormField,
  type FormFieldKind,
  type FormFieldRule,
  type FormValue,
  formValueProblem,
  formValuesText,
  formValueText,
  INITIALS_MAX,
  inReadingOrder,
  isDrawing,
  isEmptyValue,
} from '../contract/documents/form-fields.ts'

export const formFieldsApi = {
  list: (fileId: number) => request(listFormFieldsCall, { bearer: 'session', query: { user_file_id: fileId } }),
  propose: (fileId: number) => request(proposeFormFieldsCall, { bearer: 'session', query: { user_file_id: fileId } }),
  create: (body: CreateFormField) => request(createFormFieldCall, { bearer: 'session', body }),
  change: (id: number, body: ChangeFormField) =>
    request(changeFormFieldCall, { bearer: 'session', params: { id }, body }),
  delete: (id: number) => request(deleteFormFieldCall, { bearer: 'session', params: { id } }),
}

export const formApi = {
  read: (fieldId: number, bearer: Bearer, signal?: AbortSignal) =>
    request(readFormCall, { bearer, params: { fieldId }, ...(signal ? { signal } : {}) }),
  saveDraft: (fieldId: number, body: BodyOf<typeof saveFormDraftCall>, bearer: Bearer) =>
    request(saveFormDraftCall, { bearer, params: { fieldId }, body }),
}
