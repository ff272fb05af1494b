import type { PdfjsPage } from 'pdf/places'
import type { Size } from '../../geometry/geometry.ts'

export interface PdfEngine {
  /** The task must always be closed. */
  open(request: DocumentRequest | BytesRequest, onProgress: (progress: LoadProgress) => void): OpenTask
}

export interface DocumentRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The engine takes ownership: the bytes are empty afterwards. */
export interface BytesRequest {
  readonly bytes: Uint8Array
}

/** Bytes; `total` may be unknown. */
export interface LoadProgress {
  readonly loaded: number
  readonly total: number | undefined
}

export interface OpenTask {
  readonly document: Promise<ViewedDocument>
  close(): Promise<void>
}

export interface ViewedDocument {
  readonly pageCount: number
  /** From 1; frees pages more than one away. */
  page(number: number): Promise<ViewedPage>
  pageAhead(number: number): Promise<ViewedPage>
  here(number: number): ViewedPage | undefined
  text(number: number): Promise<readonly TextItem[]>
  bytes(): Promise<Uint8Array>
  /** For readers of what a page draws; the page stays as it is shown. */
  rawPage(number: number): Promise<RawPage>
}

export interface RawPage extends PdfjsPage {
  /** Frees what was read of the page. */
  cleanup(): boolean
}

export interface ViewedPage {
  readonly number: number
  /** Rotated crop box, in canvas pixels. */
  readonly size: Size
  readonly points: Size
  /** @param scale in pixels per canvas pixel; sizes the canvas */
  render(canvas: HTMLCanvasElement, scale: number): RenderTask
  /** One element per text run. Scales with `--page-zoom`. */
  layText(container: HTMLElement): TextTask
}

export interface TextItem {
  readonly text: string
  /** A line break follows. */
  readonly endsLine: boolean
}

export interface LaidText extends TextItem {
  readonly element: HTMLElement
}

export interface RenderTask {
  readonly finished: Promise<'painted' | 'cancelled'>
  cancel(): void
}

export interface TextTask {
  /** Same order as `text`; undefined when cancelled. */
  readonly finished: Promise<readonly LaidText[] | undefined>
  cancel(): void
}

/** `status`: HTTP status, if the server refused. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly status: number | undefined

  constructor(status: number | undefined, options?: ErrorOptions) {
    super(`the document could not be loaded (${status ?? 'no status'})`, options)
    this.status = status
  }
}
