import { actionOf, type Rule, removeObject } from './rule.ts'

/** Import-data actions fill the form from a file of the person's machine (ISO 32000-1, 12.7.5.4). */
export const importData: Rule = {
  code: 'PDF_MALICIOUS_IMPORTDATA',
  remove: removeObject,
  dict: actionOf('ImportData'),
}
