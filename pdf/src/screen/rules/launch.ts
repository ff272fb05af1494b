import { actionOf, type Rule, removeObject } from './rule.ts'

/** Launch actions start programs (ISO 32000-1, 12.6.4.5). Older writers put the program under /Win without /S. */
export const launch: Rule = {
  code: 'PDF_MALICIOUS_LAUNCH',
  remove: removeObject,
  dict: actionOf('Launch'),
}
