import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { HttpError, messageOf } from 'shared/http'

const isPath = <Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  path: string,
): path is Path<Values> => typeof form.getValues(path as Path<Values>) === 'string'

export const showServerError = <Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  error: unknown,
): void => {
  const failure = error instanceof HttpError && error.failure.kind === 'refused' ? error.failure.error : undefined
  const [path, message] = Object.entries(failure?.fields ?? {})[0] ?? []
  if (path !== undefined && isPath(form, path)) form.setError(path, { message: message ?? '' }, { shouldFocus: true })
  else form.setError('root', { message: messageOf(error) })
}
