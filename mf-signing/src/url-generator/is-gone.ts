import { HttpError } from 'shared/http'

export const isGone = (error: unknown): boolean => error instanceof HttpError && error.status === 404
