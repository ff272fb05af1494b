import { oneLine, withoutLinks } from './neutral-text.ts'

const SUBJECT_MAX_LENGTH = 200

/**
 * Text that may stand in a mail header: one line, nothing invisible, no address of a page. A name with a line break in it
 * can so never become a header of its own (CWE-93).
 */
export const headerText = (text: string): string =>
  [...withoutLinks(oneLine(text))].slice(0, SUBJECT_MAX_LENGTH).join('')

/** An address that names exactly one mailbox: no lists, no comments, no quoting. */
const ONE_MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u

export const isOneMailbox = (address: string): boolean => ONE_MAILBOX.test(address)
