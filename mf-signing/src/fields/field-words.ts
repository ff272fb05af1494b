import type { FractionRect } from '../geometry/geometry.ts'
import type { Field } from './field-lifecycle.ts'
import type { Guide } from './snapping.ts'

const part = (fraction: number): string => `${Math.round(fraction * 100)} %`

export const placeInWords = ({ signerName }: Pick<Field, 'signerName'>, { x, y }: FractionRect): string =>
  `Campo de ${signerName}: ${part(x)} desde la izquierda, ${part(y)} desde arriba`

export const sizeInWords = ({ signerName }: Pick<Field, 'signerName'>, { width, height }: FractionRect): string =>
  `Campo de ${signerName}: ${part(width)} de ancho, ${part(height)} de alto`

export const guidesInWords = (guides: readonly Guide[], page: { width: number; height: number }): string => {
  const isPageCentre = ({ axis, at }: Guide) => at === (axis === 'x' ? page.width : page.height) / 2
  const words = [
    ...(guides.some(isPageCentre) ? ['con el centro de la página'] : []),
    ...(guides.every(isPageCentre) ? [] : ['con otro campo']),
  ]
  return words.length === 0 ? '' : `, alineado ${words.join(' y ')}`
}
