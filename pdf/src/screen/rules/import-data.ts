import { actionOf, type Rule, removeObject } from './rule.ts'

/** Fills the form from a local file (ISO 32000-1, 12.7.5.4). */
export const importData: Rule = {
  code: 'PDF_MALICIOUS_IMPORTDATA',
  remove: removeObject,
  dict: actionOf('ImportData'),
}
