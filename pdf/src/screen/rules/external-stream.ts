import type { Rule } from './rule.ts'

/** Stream data in another file (ISO 32000-1, 7.3.8.2) are not signed. */
export const externalStream: Rule = {
  code: 'PDF_EXTERNAL_STREAM',
  stream: ({ dict }, walk) =>
    walk.strings(dict, 'F').length > 0 || walk.dicts(dict, 'F').length > 0 ? '/F de un stream' : undefined,
}
