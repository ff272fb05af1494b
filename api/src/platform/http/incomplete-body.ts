import { classifyInfrastructureError } from '../infrastructure-failure.ts'
import { BlobFaultError } from '../storage/storage-errors.ts'
import { ApiError } from './api-error.ts'
import type { MultipartBody } from './multipart.ts'

/**
 * Refusals, and errors of stored files, storage and database keep
 * their type; any other error means an incomplete body.
 */
export const incompleteBody = (error: unknown, body: Pick<MultipartBody, 'isBroken'>, message: string): unknown =>
  error instanceof ApiError ||
  error instanceof BlobFaultError ||
  (!body.isBroken() && classifyInfrastructureError(error) !== undefined)
    ? error
    : new ApiError('VALIDATION', { message, cause: error })
