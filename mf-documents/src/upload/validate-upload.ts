import { fileTypes } from 'shared/contract'
import { FILE_REQUIRED, ONLY_PDF, PDF_MIME_TYPE, TOO_LARGE, TYPE_REQUIRED, UPLOAD_MAX_BYTES } from './constants.ts'

/** A failed rule and its control. */
export interface UploadProblem {
  readonly control: 'file' | 'type'
  readonly message: string
}

/** PDF by MIME type, at most 10 MB. */
export const checkFile = ({ type, size }: Pick<File, 'type' | 'size'>): UploadProblem | undefined => {
  if (type !== PDF_MIME_TYPE) return { control: 'file', message: ONLY_PDF }
  if (size > UPLOAD_MAX_BYTES) return { control: 'file', message: TOO_LARGE }
  return undefined
}

/** Returns the first failing rule. */
export const checkUpload = (file: File | undefined, fileTypeId: number | undefined): UploadProblem | undefined => {
  if (!file) return { control: 'file', message: FILE_REQUIRED }
  if (!fileTypes.some(({ id }) => id === fileTypeId)) return { control: 'type', message: TYPE_REQUIRED }
  return checkFile(file)
}
