import { actionOf, type Rule, removeObject } from './rule.ts'

/**
 * Starts programs (ISO 32000-1, 12.6.4.5). Older writers use
 * /Win without /S.
 */
export const launch: Rule = {
  code: 'PDF_MALICIOUS_LAUNCH',
  remove: removeObject,
  dict: actionOf('Launch'),
}
