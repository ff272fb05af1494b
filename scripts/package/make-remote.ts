import * as v from 'valibot'
import { RemoteNameSchema } from '../../shared/src/contract/site/remote.ts'
import { copyTemplate, TemplateError } from './copy-template.ts'

const adapt = (text: string, name: string): string => {
  const words = name.replace('mf_', '').replaceAll('_', ' ')
  return text
    .replaceAll('mf_example', name)
    .replaceAll('mf-example', name.replaceAll('_', '-'))
    .replaceAll(/\/example\b/g, `/${words.replaceAll(' ', '-')}`)
    .replaceAll('Ejemplo', words.charAt(0).toUpperCase() + words.slice(1))
}

/**
 * Copies the template, without the package of `shared`.
 *
 * @param name `mf_reports`
 * @throws TemplateError if the folder is not empty
 */
export const makeRemote = (folder: string, name: string): void => {
  if (!v.is(RemoteNameSchema, name))
    throw new TemplateError(`${name} no sirve de nombre: mf_ y minúsculas, cifras o guiones bajos, como mf_reportes.`)
  copyTemplate('remote', folder, (text) => adapt(text, name))
}
