import { HttpError } from 'shared/http'

/** Whether a call was refused because the server knows the document no more. */
export const isGone = (error: unknown): boolean => error instanceof HttpError && error.status === 404
