import type { Size } from '../../fields/geometry.ts'

/** What the viewer needs from a PDF library, and all that it knows of one. */
export interface PdfEngine {
  /** Starts reading a document. The task must be closed, whatever became of it. */
  open(request: DocumentRequest, onProgress: (progress: LoadProgress) => void): OpenTask
}

export interface DocumentRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Bytes; `total` is undefined while the server has not said it. */
export interface LoadProgress {
  readonly loaded: number
  readonly total: number | undefined
}

export interface OpenTask {
  /** @throws LoadError */
  readonly document: Promise<PdfDocument>
  /** Frees everything that belongs to the document. */
  close(): Promise<void>
}

export interface PdfDocument {
  readonly pageCount: number
  /** A page, from 1. What was kept for pages more than one away is let go. */
  page(number: number): Promise<PdfPage>
}

export interface PdfPage {
  readonly number: number
  /** The rotated crop box, in points. */
  readonly size: Size
  /** Paints the page; the canvas gets the size of the page times `scale`, in pixels. */
  render(canvas: HTMLCanvasElement, scale: number): RenderTask
}

export interface RenderTask {
  readonly finished: Promise<'painted' | 'cancelled'>
  cancel(): void
}

/** The document could not be read; `status` is the HTTP status where the server refused it. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly status: number | undefined

  constructor(status: number | undefined, options?: ErrorOptions) {
    super(`the document could not be loaded (${status ?? 'no status'})`, options)
    this.status = status
  }
}
