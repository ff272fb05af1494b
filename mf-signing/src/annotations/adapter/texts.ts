import { GenericL10n } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { unansweredCall } from 'shared/http'

export type EditorTexts = InstanceType<typeof GenericL10n>

/** Shared: pdf.js keeps the first one. */
let texts: Promise<EditorTexts> | undefined

/** pdf.js finds its language list through this link. */
const linkToLanguages = (): HTMLLinkElement => {
  const link = document.createElement('link')
  link.rel = 'resource'
  link.type = 'application/l10n'
  link.href = new URL('./languages.json', import.meta.url).href
  return link
}

const load = async (): Promise<EditorTexts> => {
  const link = linkToLanguages()
  document.head.append(link)
  try {
    const l10n = new GenericL10n('es')
    // pdf.js fetches its files of texts here. It fails, or goes on without them.
    const words: unknown = await l10n.get('pdfjs-editor-ink-added-alert').catch(unansweredCall)
    if (words !== 'Dibujo agregado') unansweredCall(new Error(`pdf.js has no Spanish words: ${words}`))
    return l10n
  } finally {
    link.remove()
  }
}

export const loadTexts = (): Promise<EditorTexts> => {
  texts ??= load().catch((cause: unknown) => {
    texts = undefined
    throw cause
  })
  return texts
}

// Emits the file that the language list names.
void new URL('./es.ftl', import.meta.url)
