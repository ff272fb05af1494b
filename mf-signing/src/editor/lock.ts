import type { UserFile } from 'shared/contract'
import { pageMessages } from 'shared/contract'
import type { Field } from '../fields/field-lifecycle.ts'
import { isFrozen } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'

/** Why fields are read-only; undefined if editable. */
export const lockOf = (cancelled: UserFile['cancelled'], fields: readonly Field[]): string | undefined => {
  if (cancelled) return editorTexts.calledOff
  return isFrozen(fields) ? pageMessages.DOCUMENT_FROZEN : undefined
}
