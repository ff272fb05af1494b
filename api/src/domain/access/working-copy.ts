import { ApiError } from '../../platform/http/api-error.ts'
import type { StoredDocument } from './document-access.ts'

/**
 * Call it before anything that reaches other people: sending, sharing, signing, a deadline.
 *
 * @throws ApiError TEMPLATE_WORKING_COPY
 */
export const checkNotWorkingCopy = ({ edits_template }: Pick<StoredDocument, 'edits_template'>): void => {
  if (edits_template === 1) throw new ApiError('TEMPLATE_WORKING_COPY')
}
