import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist'
import { loadError, sharedWorker } from '../../viewer/engine/pdfjs-engine.ts'
import { readingOptions } from '../../viewer/engine/pdfjs-files.ts'
import type { DocumentSource } from '../../viewer/use-document.ts'
import type { AnnotationComponent, AnnotationManagers } from './annotation-component.ts'
import { openComponent } from './component.ts'
import { loadTexts } from './texts.ts'

export interface OpenAnnotationsOptions {
  readonly host: HTMLElement
  readonly source: DocumentSource
  readonly page: number
  readonly zoom: number
  readonly managers: AnnotationManagers
  /** Gives the opening up, and closes what was opened. */
  readonly signal: AbortSignal
}

const start = ({ url }: DocumentSource, token: string | undefined): PDFDocumentLoadingTask => {
  const httpHeaders = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  return getDocument({ url, httpHeaders, ...readingOptions, worker: sharedWorker().worker })
}

/** A session that has run out is renewed once. */
const read = async (source: DocumentSource, keep: (task: PDFDocumentLoadingTask) => void) => {
  const attempt = (token: string | undefined) => {
    const task = start(source, token)
    keep(task)
    return Promise.race([task.promise, sharedWorker().died])
  }
  try {
    return await attempt(source.token())
  } catch (cause) {
    const error = loadError(cause)
    const renewed = error.status === 401 ? await source.renewToken?.() : undefined
    if (renewed === undefined) throw error
    return await attempt(renewed)
  }
}

/**
 * Opens a document of its own for annotating, on the worker that the viewer has. Rejects with `LoadError` where the
 * document cannot be read, with `PdfjsChanged` where pdf.js is another one, and when it is given up.
 */
export const openAnnotations = async (options: OpenAnnotationsOptions): Promise<AnnotationComponent> => {
  const { host, source, page, zoom, managers, signal } = options
  const tasks: PDFDocumentLoadingTask[] = []
  const free = () => {
    for (const task of tasks) void task.destroy().catch(() => undefined)
  }
  try {
    const [document, texts] = await Promise.all([read(source, (task) => tasks.push(task)), loadTexts()])
    signal.throwIfAborted()
    const component = await openComponent({ host, document, texts, page, zoom, managers })
    const destroy = () => {
      component.destroy()
      free()
    }
    signal.addEventListener('abort', destroy)
    if (signal.aborted) destroy()
    signal.throwIfAborted()
    return { ...component, destroy }
  } catch (error) {
    free()
    throw error
  }
}
