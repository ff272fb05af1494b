/** For example ENOENT, or ''. Errors of threads come from another realm. */
export const errorCode = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Of a file or folder. */
export const isMissingFile = (error: unknown): boolean => errorCode(error) === 'ENOENT'
