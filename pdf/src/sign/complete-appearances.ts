import {
  dictAtKey,
  isDict,
  isName,
  isStream,
  type PdfDocument,
  type PdfObject,
  pdfDict,
  pdfName,
  withEntries,
} from '../syntax/index.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { type FormWidget, fieldType, formWidgets, isPushbutton } from './form-widgets.ts'
import { addButtonAppearance, addTextAppearance, showsText } from './widget-appearance.ts'

/** NeedAppearances (ISO 32000-2, table 224). */
export const asksForAppearances = (document: PdfDocument): boolean => {
  const form = document.acroForm()
  return form !== undefined && document.objects.get(form, 'NeedAppearances') === true
}

/** Any state or stream counts. */
const hasAppearance = ({ objects }: PdfDocument, { dict: widget }: FormWidget): boolean => {
  const appearance = dictAtKey(objects, widget, 'AP')
  const normal = appearance === undefined ? null : objects.get(appearance, 'N')
  return isStream(normal) || (isDict(normal) && normal.entries.size > 0)
}

/** `Off` if unset. */
const appearanceState = ({ objects }: PdfDocument, { dict: widget, get }: FormWidget): string => {
  for (const state of [objects.get(widget, 'AS'), get('V')]) if (isName(state)) return state.value
  return 'Off'
}

type Entries = Readonly<Record<string, PdfObject | undefined>>

const buttonEntries = (document: PdfDocument, revision: RevisionWriter, widget: FormWidget): Entries | undefined => {
  const state = appearanceState(document, widget)
  const made = addButtonAppearance(document, revision, widget)
  if (made === undefined) return undefined
  const states = pdfDict({ [state === 'Off' ? 'Yes' : state]: made.on, Off: made.off })
  return { AP: pdfDict({ N: states }), AS: pdfName(state) }
}

/** Undefined if nothing must be drawn. */
const entriesFor = (document: PdfDocument, revision: RevisionWriter, widget: FormWidget): Entries | undefined => {
  const type = fieldType(widget)
  if (type === 'Btn' && !isPushbutton(widget)) {
    return hasAppearance(document, widget) ? undefined : buttonEntries(document, revision, widget)
  }
  // Existing appearances may be outdated under this flag.
  const isOutdated = type !== 'Btn' && showsText(document, widget)
  if (type === 'Sig' || type === '' || (hasAppearance(document, widget) && !isOutdated)) return undefined
  const appearance = addTextAppearance(document, revision, widget)
  return appearance === undefined ? undefined : { AP: pdfDict({ N: appearance }) }
}

/**
 * Whether NeedAppearances must stay, which hides our drawings in
 * some readers: others have signed, or a field is a direct object.
 */
export const keepsRequest = (document: PdfDocument): boolean => {
  if (!asksForAppearances(document)) return false
  if (document.signatureFields().some(({ signed }) => signed)) return true
  return formWidgets(document).some((widget) => widget.ref === undefined && fieldType(widget) !== 'Sig')
}

/**
 * Adds the missing appearances of form fields: with NeedAppearances (ISO 32000-2, table 224), poppler hides our
 * signatures. Skips documents with earlier signatures.
 *
 * @returns whether to drop the flag
 */
export const completeAppearances = (document: PdfDocument, revision: RevisionWriter): boolean => {
  if (!asksForAppearances(document) || keepsRequest(document)) return false
  for (const widget of formWidgets(document)) {
    if (widget.ref === undefined) continue
    const entries = entriesFor(document, revision, widget)
    if (entries !== undefined) revision.put(widget.ref, withEntries(widget.dict, entries))
  }
  return true
}
