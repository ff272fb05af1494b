import type { Rule } from './rule.ts'

/**
 * XFA is a second document with scripts, which some viewers
 * show in place of the pages (12.7.8).
 */
export const xfa: Rule = {
  code: 'PDF_XFA',
  dict: (dict, walk) => (walk.get(dict, 'XFA').some((value) => value !== null) ? '/XFA' : undefined),
}
