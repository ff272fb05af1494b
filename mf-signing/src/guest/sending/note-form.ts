import type { ShownForm } from '../../form/shown-form.ts'
import { hexDigest } from '../../signing/shown-digest.ts'
import { changeVisit, readVisit, type VisitOwner } from './visit-store.ts'

const digestOfText = (text: string): Promise<string> => hexDigest(new TextEncoder().encode(text))

/** Notes which form values the page displays: the common act names them by their hash. */
export const noteForm = async (
  owner: VisitOwner,
  documentId: number,
  { text }: Pick<ShownForm, 'text'>,
): Promise<void> => {
  const shown = text()
  const digest = shown === undefined ? null : await digestOfText(shown)
  const { forms } = readVisit(owner)
  // The person may have typed on.
  if (text() === shown && forms[documentId] !== digest)
    changeVisit(owner, { forms: { ...forms, [documentId]: digest } })
}
