import type { LooseDict } from '../loose-objects.ts'
import { actionOf, type ScreenRule } from './rule.ts'

const ANNOTATIONS = ['Movie', 'Sound', 'Screen', 'RichMedia', '3D', 'TrapNet']
const ACTIONS = actionOf('Movie', 'Sound', 'Rendition', 'GoTo3DView', 'RichMediaExecute')
const MODELS = ['U3D', 'PRC']

/** Fonts and images have no such subtype. */
const isAnnotation = (dict: LooseDict): boolean => dict.entries.has('Rect')

/**
 * Video, sound, Flash and 3D (ISO 32000-1, clause 13) run
 * players with scripts.
 */
export const activeMedia: ScreenRule = {
  code: 'PDF_ACTIVE_MEDIA',
  remove: (dict, walk) => ({ kind: ACTIONS(dict, walk) === undefined && isAnnotation(dict) ? 'picture' : 'object' }),
  dict: (dict, walk) => {
    const action = ACTIONS(dict, walk)
    if (action !== undefined) return action
    const subtype = walk.names(dict, 'Subtype').find((type) => ANNOTATIONS.includes(type) || MODELS.includes(type))
    return subtype !== undefined && (isAnnotation(dict) || MODELS.includes(subtype))
      ? `/Subtype /${subtype}`
      : undefined
  },
}
