import { actionOf, type Rule } from './rule.ts'

const ANNOTATIONS = ['Movie', 'Sound', 'Screen', 'RichMedia', '3D', 'TrapNet']
const ACTIONS = actionOf('Movie', 'Sound', 'Rendition', 'GoTo3DView', 'RichMediaExecute')
const MODELS = ['U3D', 'PRC']

/** Video, sound, Flash and 3D (ISO 32000-1, clause 13): they run players of their own, with scripts of their own. */
export const activeMedia: Rule = {
  code: 'PDF_ACTIVE_MEDIA',
  removable: true,
  dict: (dict, walk) => {
    const action = ACTIONS(dict, walk)
    if (action !== undefined) return action
    const subtype = walk.names(dict, 'Subtype').find((type) => ANNOTATIONS.includes(type) || MODELS.includes(type))
    // An annotation has a rectangle; a font or an image of such a subtype does not exist.
    return subtype !== undefined && (dict.entries.has('Rect') || MODELS.includes(subtype))
      ? `/Subtype /${subtype}`
      : undefined
  },
}
