/**
 * The first page of a document, painted by a script of a remote
 * before the shell runs. The site server puts the script into the page.
 */
export interface PrerenderedPage {
  /** URL of the document. */
  readonly url: string
  /** Version of the PDF library; must match the viewer's. */
  readonly version: string
  /**
   * Resolves when the script has its files, or cannot get them.
   * The shell loads then, at the latest after one second.
   */
  readonly loaded: Promise<unknown>
  /** Resolves when the page is painted, or cannot be; the shell waits briefly. */
  readonly painted: Promise<unknown>
  /** Removes the overlay. Call it before showing other content in its place. */
  hide(): void
}

declare global {
  interface Window {
    trazoPrerender?: PrerenderedPage | undefined
  }
}
