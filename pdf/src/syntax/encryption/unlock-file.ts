import { PasswordError } from '../pdf-error.ts'
import { deriveFileKey, deriveOwnerKey, type KeyParameters } from './file-key.ts'
import { passwordForms } from './password-forms.ts'

export interface OpenedKey {
  readonly fileKey: Uint8Array
  /** The owner of the file may do anything (ISO 32000-2, 7.6.4.1). */
  readonly isOwner: boolean
}

/** Finds the key of an encrypted file. @throws PasswordError */
export type UnlockFile = (parameters: KeyParameters) => OpenedKey

/**
 * Opens files with a password of their owner or of a user. The owner's comes first, because a file may have the same for
 * both. A parameter of the reader, because browsers ask for no password. The key is not kept.
 *
 * @param password as it is typed
 */
export const unlockWith =
  (password: string): UnlockFile =>
  (parameters) => {
    for (const form of passwordForms(password, parameters.revision)) {
      const owned = deriveOwnerKey(parameters, form)
      if (owned !== undefined) return { fileKey: owned, isOwner: true }
      const used = deriveFileKey(parameters, form)
      if (used !== undefined) return { fileKey: used, isOwner: false }
    }
    throw new PasswordError('the password is wrong')
  }
