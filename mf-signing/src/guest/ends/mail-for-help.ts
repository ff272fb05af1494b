import { endTexts } from './constants.ts'

/** Without a recipient: the page does not know the owner's address. */
export const mailForHelp = (documentName: string, title: string): string => {
  const body = endTexts.body(documentName, title)
  return `mailto:?subject=${encodeURIComponent(endTexts.subject)}&body=${encodeURIComponent(body)}`
}
