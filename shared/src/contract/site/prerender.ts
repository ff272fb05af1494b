/**
 * A remote's script paints the first page before the shell runs. The site
 * server puts the script into the page.
 */
export interface PrerenderedPage {
  readonly url: string
  /** Version of the PDF library; must match the viewer's. */
  readonly version: string
  /**
   * Resolves when the script has its files, or cannot get them. The shell
   * loads after one second at the latest.
   */
  readonly loaded: Promise<unknown>
  /** The shell waits briefly. */
  readonly painted: Promise<unknown>
  /**
   * Resolves when the site's picture of the first page is shown: the shell need not wait for the painted page. Never
   * without a picture. Absent in older releases.
   */
  readonly pictured?: Promise<unknown>
  /** Call it before showing other content in its place. */
  hide(): void
}

declare global {
  /** The site's origin in a page of another one (docs/embedding.md). */
  var trazoSite: string | undefined
  /** Starts a script of the site, which a page of another origin cannot. */
  var trazoWorker: ((url: string) => Worker) | undefined

  interface Window {
    trazoPrerender?: PrerenderedPage | undefined
  }
}
