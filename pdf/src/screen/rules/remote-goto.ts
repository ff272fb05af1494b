import { actionOf, type Rule, removeObject } from './rule.ts'

/** Go-to actions that open another file (ISO 32000-1, 12.6.4.3 and 12.6.4.4); a thread of another file is one too. */
export const remoteGoto: Rule = {
  code: 'PDF_MALICIOUS_REMOTE_GOTO',
  remove: removeObject,
  dict: (dict, walk) =>
    actionOf('GoToR', 'GoToE')(dict, walk) ??
    (dict.entries.has('F') ? actionOf('Thread', 'GoToDp')(dict, walk) : undefined),
}
