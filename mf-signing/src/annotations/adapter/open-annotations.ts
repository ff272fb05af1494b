import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist'
import { loadError, sharedWorker } from '../../viewer/engine/pdfjs-engine.ts'
import { readingOptions } from '../../viewer/engine/pdfjs-files.ts'
import type { AnnotationComponent, AnnotationManagers } from './annotation-component.ts'
import { openComponent } from './component.ts'
import { loadTexts } from './texts.ts'

export interface OpenAnnotationsOptions {
  readonly host: HTMLElement
  /** The whole document; they stay whole. */
  readonly bytes: Uint8Array
  readonly page: number
  readonly zoom: number
  readonly managers: AnnotationManagers
  /** Gives the opening up, and closes what was opened. */
  readonly signal: AbortSignal
}

/** pdf.js takes the bytes that it is given away. */
const read = async (task: PDFDocumentLoadingTask) => {
  try {
    return await Promise.race([task.promise, sharedWorker().died])
  } catch (cause) {
    throw loadError(cause)
  }
}

/**
 * Opens a document of its own for annotating, on the worker that the viewer has. Rejects with `LoadError` where the
 * document cannot be read, with `PdfjsChanged` where pdf.js is another one, and when it is given up.
 */
export const openAnnotations = async (options: OpenAnnotationsOptions): Promise<AnnotationComponent> => {
  const { host, bytes, page, zoom, managers, signal } = options
  const task = getDocument({ data: bytes.slice(), ...readingOptions, worker: sharedWorker().worker })
  const free = () => {
    void task.destroy().catch(() => undefined)
  }
  try {
    const [document, texts] = await Promise.all([read(task), loadTexts()])
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
