import { FILES_AT_ONCE_MAX } from 'shared/contract'
import { formatCount } from '../format.ts'

/** '3 seleccionados' */
export const selectedText = (count: number): string =>
  `${formatCount(count, 'seleccionado', 'seleccionados')}${count === FILES_AT_ONCE_MAX ? ', el máximo' : ''}`
