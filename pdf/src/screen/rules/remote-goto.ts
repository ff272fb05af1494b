import { actionOf, type Rule, removeObject } from './rule.ts'

/**
 * Opens another file (ISO 32000-1, 12.6.4.3 and 12.6.4.4),
 * threads included.
 */
export const remoteGoto: Rule = {
  code: 'PDF_MALICIOUS_REMOTE_GOTO',
  remove: removeObject,
  dict: (dict, walk) =>
    actionOf('GoToR', 'GoToE')(dict, walk) ??
    (dict.entries.has('F') ? actionOf('Thread', 'GoToDp')(dict, walk) : undefined),
}
