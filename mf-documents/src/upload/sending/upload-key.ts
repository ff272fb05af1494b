import type { UploadInput } from 'shared/http'

/** Without the password of a file: it is not kept, and a retry without it gets the document that it opened. */
type Content = Omit<UploadInput, 'key' | 'password'>

export interface KeyedUpload {
  readonly content: Content
  readonly key: string
}

const isSame = (a: Content, b: Content): boolean =>
  a.file === b.file &&
  a.fileTypeId === b.fileTypeId &&
  a.description === b.description &&
  a.notes === b.notes &&
  a.clean === b.clean

/** Keeps the key of an unchanged upload: the server stores it once. */
export const keyUpload = (
  last: KeyedUpload | undefined,
  { password: _, ...content }: Omit<UploadInput, 'key'>,
  newKey: () => string,
): KeyedUpload => (last !== undefined && isSame(last.content, content) ? last : { content, key: newKey() })
