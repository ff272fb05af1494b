import type { FractionRect } from '../geometry/geometry.ts'
import type { PlacedField } from './field-lifecycle.ts'
import type { SnapGuide } from './snapping.ts'

const part = (fraction: number): string => `${Math.round(fraction * 100)} %`

export const placeInWords = ({ signerName }: Pick<PlacedField, 'signerName'>, { x, y }: FractionRect): string =>
  `Campo de ${signerName}: ${part(x)} desde la izquierda, ${part(y)} desde arriba`

export const sizeInWords = ({ signerName }: Pick<PlacedField, 'signerName'>, { width, height }: FractionRect): string =>
  `Campo de ${signerName}: ${part(width)} de ancho, ${part(height)} de alto`

export const guidesInWords = (guides: readonly SnapGuide[], page: { width: number; height: number }): string => {
  const isPageCentre = ({ axis, at }: SnapGuide) => at === (axis === 'x' ? page.width : page.height) / 2
  const words = [
    ...(guides.some(isPageCentre) ? ['con el centro de la página'] : []),
    ...(guides.every(isPageCentre) ? [] : ['con otro campo']),
  ]
  return words.length === 0 ? '' : `, alineado ${words.join(' y ')}`
}
