import { oneLine, withoutLinks } from './neutral-text.ts'

const SUBJECT_MAX_LENGTH = 200

/**
 * One line without invisible characters or
 * links, against header injection (CWE-93).
 */
export const headerText = (text: string): string =>
  [...withoutLinks(oneLine(text))].slice(0, SUBJECT_MAX_LENGTH).join('')

/** Exactly one mailbox: no lists, comments or quoting. */
const ONE_MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u

export const isOneMailbox = (address: string): boolean => ONE_MAILBOX.test(address)
