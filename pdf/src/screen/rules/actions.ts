import { actionOf, removeObject, type ScreenRule } from './rule.ts'

/**
 * Starts programs (ISO 32000-1, 12.6.4.5). Older writers use
 * /Win without /S.
 */
export const launchRule: ScreenRule = {
  code: 'PDF_MALICIOUS_LAUNCH',
  remove: removeObject,
  dict: actionOf('Launch'),
}

/** Fills the form from a local file (ISO 32000-1, 12.7.5.4). */
export const importData: ScreenRule = {
  code: 'PDF_MALICIOUS_IMPORTDATA',
  remove: removeObject,
  dict: actionOf('ImportData'),
}

/** Sends form data to an address (ISO 32000-1, 12.7.5.2). */
export const submitForm: ScreenRule = {
  code: 'PDF_MALICIOUS_SUBMITFORM',
  remove: removeObject,
  dict: actionOf('SubmitForm'),
}

/**
 * Opens another file (ISO 32000-1, 12.6.4.3 and 12.6.4.4),
 * threads included.
 */
export const remoteGoto: ScreenRule = {
  code: 'PDF_MALICIOUS_REMOTE_GOTO',
  remove: removeObject,
  dict: (dict, walk) =>
    actionOf('GoToR', 'GoToE')(dict, walk) ??
    (dict.entries.has('F') ? actionOf('Thread', 'GoToDp')(dict, walk) : undefined),
}
