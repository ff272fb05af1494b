import { actionOf, type Rule, removeObject } from './rule.ts'

/** Sends form data to an address (ISO 32000-1, 12.7.5.2). */
export const submitForm: Rule = {
  code: 'PDF_MALICIOUS_SUBMITFORM',
  remove: removeObject,
  dict: actionOf('SubmitForm'),
}
