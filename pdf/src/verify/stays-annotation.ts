import { isName, type PdfDict } from '../syntax/objects.ts'
import { differentKeys } from './revision-step.ts'

/** ISO 32000-2, table 171, without widgets, which the form's rules judge. */
const SUBTYPES: ReadonlySet<string> = new Set([
  ...['Text', 'Link', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Caret', 'Stamp', 'Ink', 'Popup', 'Redact'],
])

/** Tables 166 to 192: nothing but an annotation has them all. */
const KEYS: ReadonlySet<string> = new Set([
  ...['Type', 'Subtype', 'Rect', 'Contents', 'P', 'NM', 'M', 'F', 'AP', 'AS', 'Border', 'C', 'CA', 'ca', 'BM', 'Lang'],
  ...['T', 'Popup', 'RC', 'CreationDate', 'IRT', 'Subj', 'RT', 'IT', 'State', 'StateModel', 'Open', 'Name', 'A', 'AA'],
  ...['Dest', 'H', 'PA', 'QuadPoints', 'BS', 'BE', 'IC', 'L', 'LE', 'LL', 'LLE', 'Cap', 'LLO', 'CP', 'CO', 'Measure'],
  ...['DA', 'Q', 'DS', 'CL', 'RD', 'Vertices', 'InkList', 'Sy', 'Parent', 'OverlayText', 'Repeat', 'RO', 'Rotate'],
])

const isAnnotation = ({ entries }: PdfDict): boolean => {
  const [type, subtype] = [entries.get('Type'), entries.get('Subtype')]
  const isTyped = type === undefined || (isName(type) && type.value === 'Annot')
  return isTyped && isName(subtype) && SUBTYPES.has(subtype.value) && entries.has('Rect')
}

/**
 * True if the object is an annotation before and after, and
 * differs only in keys of one. An object that is also a font,
 * a layer or a function could change a page through them.
 */
export const staysAnnotation = (old: PdfDict, now: PdfDict): boolean =>
  isAnnotation(old) && isAnnotation(now) && differentKeys(old, now).every((key) => KEYS.has(key))
