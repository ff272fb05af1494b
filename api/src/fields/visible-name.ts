import { invalid } from '../http/api-error.ts'

/**
 * A signer's name as one visible line: it goes into a certificate, where nothing else may stand.
 * @param path of the input that it came in
 * @throws ApiError VALIDATION where nothing is left
 */
export const visibleName = (name: string, path: string): string => {
  const visible = name.replace(/\p{Cc}+/gu, ' ').trim()
  if (visible === '') throw invalid(path, 'Por favor ingresa el nombre del firmante')
  return visible
}
