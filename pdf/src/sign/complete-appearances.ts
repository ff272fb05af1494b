import {
  decodeTextString,
  dict,
  dictOf,
  isDict,
  isName,
  isStream,
  isString,
  name,
  type PdfDocument,
  type PdfObject,
  withEntries,
} from '../syntax/index.ts'
import type { Revision } from '../write/revision.ts'
import { type FormWidget, formWidgets } from './form-widgets.ts'
import { addButtonAppearance, addTextAppearance, isPushbutton, shownText } from './widget-appearance.ts'

/** Whether a form asks each reader to draw its fields anew (ISO 32000-2, table 224). */
export const asksForAppearances = (document: PdfDocument): boolean => {
  const form = document.acroForm()
  return form !== undefined && document.objects.get(form, 'NeedAppearances') === true
}

/** A field that names a state or a stream of its own has an appearance. */
const hasAppearance = ({ objects }: PdfDocument, { dict: widget }: FormWidget): boolean => {
  const appearance = dictOf(objects, widget, 'AP')
  const normal = appearance === undefined ? null : objects.get(appearance, 'N')
  return isStream(normal) || (isDict(normal) && normal.entries.size > 0)
}

const typeOf = ({ get }: FormWidget): string => {
  const type = get('FT')
  return isName(type) ? type.value : ''
}

const captionOf = ({ objects }: PdfDocument, { dict: widget }: FormWidget): string => {
  const looks = dictOf(objects, widget, 'MK')
  const caption = looks === undefined ? null : objects.get(looks, 'CA')
  return isString(caption) ? decodeTextString(caption.bytes) : ''
}

/** The state that a button is in; `Off` for one that is not set. */
const stateOf = ({ objects }: PdfDocument, { dict: widget, get }: FormWidget): string => {
  for (const state of [objects.get(widget, 'AS'), get('V')]) if (isName(state)) return state.value
  return 'Off'
}

type Entries = Readonly<Record<string, PdfObject | undefined>>

const buttonEntries = (document: PdfDocument, revision: Revision, widget: FormWidget): Entries | undefined => {
  const state = stateOf(document, widget)
  const made = addButtonAppearance(document, revision, widget)
  if (made === undefined) return undefined
  const states = dict({ [state === 'Off' ? 'Yes' : state]: made.on, Off: made.off })
  return { AP: dict({ N: states }), AS: name(state) }
}

/** What a widget lacks; undefined where nothing is to be drawn. */
const entriesFor = (document: PdfDocument, revision: Revision, widget: FormWidget): Entries | undefined => {
  const type = typeOf(widget)
  if (type === 'Btn' && !isPushbutton(widget)) {
    return hasAppearance(document, widget) ? undefined : buttonEntries(document, revision, widget)
  }
  // Readers that heed the flag draw the value anew: what stands there may be an older one.
  const text = type === 'Tx' || type === 'Ch' ? shownText(document, widget) : captionOf(document, widget)
  if (type === 'Sig' || type === '' || (hasAppearance(document, widget) && (type === 'Btn' || text === '')))
    return undefined
  const appearance = addTextAppearance(document, revision, widget, text)
  return appearance === undefined ? undefined : { AP: dict({ N: appearance }) }
}

/**
 * Whether a form goes on asking its readers to draw it, whatever is signed: others have signed it, or a field is a direct
 * object, which cannot be replaced by itself. Some readers then show no drawing of ours.
 */
export const keepsRequest = (document: PdfDocument): boolean => {
  if (!asksForAppearances(document)) return false
  if (document.signatureFields().some(({ signed }) => signed)) return true
  return formWidgets(document).some((widget) => widget.ref === undefined && typeOf(widget) !== 'Sig')
}

/**
 * Draws the fields of a form that leaves this to its readers, so that the request can be dropped: with it, poppler shows
 * no signature of ours. A document that others have signed stays as it is.
 * @returns whether the flag is to be dropped
 */
export const completeAppearances = (document: PdfDocument, revision: Revision): boolean => {
  if (!asksForAppearances(document) || keepsRequest(document)) return false
  for (const widget of formWidgets(document)) {
    if (widget.ref === undefined) continue
    const entries = entriesFor(document, revision, widget)
    if (entries !== undefined) revision.put(widget.ref, withEntries(widget.dict, entries))
  }
  return true
}
