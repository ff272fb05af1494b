import type { Size } from '../../fields/geometry.ts'

/** What the viewer needs from a PDF library, and all that it knows of one. */
export interface PdfEngine {
  /** Starts reading a document. The task must be closed, whatever became of it. */
  open(request: DocumentRequest | BytesRequest, onProgress: (progress: LoadProgress) => void): OpenTask
}

export interface DocumentRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A document that is here already. The engine takes the bytes over: they are empty afterwards. */
export interface BytesRequest {
  readonly bytes: Uint8Array
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
  /** A page that is to be shown, from 1. What was kept for pages more than one away is let go. */
  page(number: number): Promise<PdfPage>
  /** A page that may be shown next; nothing is let go for it. */
  pageAhead(number: number): Promise<PdfPage>
  /** A page that one of the two has brought before, at once; undefined while it has not. */
  here(number: number): PdfPage | undefined
  /** The text of any page, in reading order, without making the page ready to be painted. */
  text(number: number): Promise<readonly TextItem[]>
  /** The file itself, whole, as it was read. */
  bytes(): Promise<Uint8Array>
}

export interface PdfPage {
  readonly number: number
  /** The rotated crop box, in points. */
  readonly size: Size
  /** Paints the page; the canvas gets the size of the page times `scale`, in pixels. */
  render(canvas: HTMLCanvasElement, scale: number): RenderTask
  /**
   * Fills an empty element with the page's text, each run of it in an element of its own, where the picture shows it.
   * The element lies on the unscaled page's top left corner and follows the custom property `--page-zoom`.
   */
  layText(container: HTMLElement): TextTask
}

/** A run of text. */
export interface TextItem {
  readonly text: string
  /** The line ends after it. */
  readonly endsLine: boolean
}

/** A run of text and the element that it stands in; one without characters may be in no place at all. */
export interface LaidText extends TextItem {
  readonly element: HTMLElement
}

export interface RenderTask {
  readonly finished: Promise<'painted' | 'cancelled'>
  cancel(): void
}

export interface TextTask {
  /** The items of `text`, in the same order; undefined when it was cancelled. */
  readonly finished: Promise<readonly LaidText[] | undefined>
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
