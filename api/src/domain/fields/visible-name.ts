import { invalid } from '../../platform/http/api-error.ts'

/**
 * Certificates need one printable line.
 * @param path input path for the error
 * @throws ApiError VALIDATION if the result is empty
 */
export const visibleName = (name: string, path: string): string => {
  const visible = name.replace(/\p{Cc}+/gu, ' ').trim()
  if (visible === '') throw invalid(path, 'Por favor ingresa el nombre del firmante')
  return visible
}
