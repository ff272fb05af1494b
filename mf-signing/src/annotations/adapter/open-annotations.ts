import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist'
import { readingOptions } from '../../pdfjs/pdfjs-files.ts'
import { loadError, sharedWorker } from '../../viewer/engine/pdfjs-engine.ts'
import type { AnnotationComponent, AnnotationManagers } from './annotation-component.ts'
import { openComponent } from './component.ts'
import { loadTexts } from './texts.ts'

export interface OpenAnnotationsOptions {
  readonly host: HTMLElement
  readonly bytes: Uint8Array
  readonly page: number
  readonly zoom: number
  readonly managers: AnnotationManagers
  readonly signal: AbortSignal
}

/** pdf.js takes ownership of the bytes. */
const readAnnotations = async (task: PDFDocumentLoadingTask) => {
  try {
    return await Promise.race([task.promise, sharedWorker().died])
  } catch (cause) {
    throw loadError(cause)
  }
}

/** Uses the viewer's worker. @throws LoadError; PdfjsChanged; the abort reason */
export const openAnnotations = async (options: OpenAnnotationsOptions): Promise<AnnotationComponent> => {
  const { host, bytes, page, zoom, managers, signal } = options
  const task = getDocument({ data: bytes.slice(), ...readingOptions, worker: sharedWorker().worker })
  const free = () => {
    void task.destroy().catch(() => undefined)
  }
  try {
    const [document, texts] = await Promise.all([readAnnotations(task), loadTexts()])
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
