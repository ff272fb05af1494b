import type { PDFDocumentProxy } from 'pdfjs-dist'
import { AnnotationMode as ShownAnnotations } from 'pdfjs-dist'
import { EventBus, PDFViewer, SimpleLinkService } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { CANVAS_MAX_PIXELS } from '../../geometry/page-layout.ts'
import { codeOfMode } from '../modes.ts'
import { highlightColors } from '../parameters.ts'
import type { ComponentOptions } from './annotation-component.ts'
import { nameHighlights } from './name-highlights.ts'
import './pdfjs.css'
import type { HiddenViewerOptions, PdfjsUiManager } from './pdfjs-internals.ts'
import { asUiManager } from './pdfjs-internals.ts'

export interface ViewingParts {
  readonly viewer: PDFViewer
  readonly eventBus: EventBus
  readonly area: HTMLElement
  readonly signal: AbortSignal
  readonly close: () => void
}

const HIGHLIGHTS = highlightColors.map(({ name, color }) => `${name}=${color.toUpperCase()}`).join(',')

/**
 * pdf.js requires an absolutely positioned area
 * with one child. The live region is a sibling.
 */
const makeElements = (host: HTMLElement) => {
  const area = document.createElement('div')
  area.tabIndex = 0
  Object.assign(area.style, { position: 'absolute', inset: '0', overflow: 'auto', touchAction: 'pan-x pan-y' })
  const pages = document.createElement('div')
  pages.className = 'pdfViewer'
  area.append(pages)
  const alert = document.createElement('div')
  alert.setAttribute('role', 'status')
  Object.assign(alert.style, { position: 'absolute', inlineSize: '1px', blockSize: '1px', clipPath: 'inset(50%)' })
  host.replaceChildren(area, alert)
  return { area, pages, alert }
}

/**
 * Renders all pages: annotations can be dragged between them. Disables
 * forms and links.
 */
export const openViewing = ({ host, texts, managers }: ComponentOptions): ViewingParts => {
  const { area, pages, alert } = makeElements(host)
  const eventBus = new EventBus()
  const linkService = new SimpleLinkService()
  linkService.externalLinkEnabled = false
  const abort = new AbortController()
  const options: ConstructorParameters<typeof PDFViewer>[0] & HiddenViewerOptions = {
    container: area,
    viewer: pages,
    viewerAlert: alert,
    eventBus,
    linkService,
    l10n: texts,
    annotationMode: ShownAnnotations.ENABLE,
    annotationEditorMode: codeOfMode('none'),
    annotationEditorHighlightColors: HIGHLIGHTS,
    enableHighlightFloatingButton: true,
    enableUpdatedAddImage: true,
    enableNewAltTextWhenAddingImage: true,
    enableAutoLinking: false,
    removePageBorders: true,
    maxCanvasPixels: CANVAS_MAX_PIXELS,
    altTextManager: managers.altText ?? null,
    commentManager: managers.comments ?? null,
    signatureManager: managers.signatures ?? null,
    editorUndoBar: managers.undoBar ?? null,
    abortSignal: abort.signal,
  }
  const viewer = new PDFViewer(options)
  linkService.setViewer(viewer)
  nameHighlights(pages, abort.signal)
  void texts.translate(host)
  const close = () => {
    // The published type omits null.
    Reflect.apply(viewer.setDocument, viewer, [null])
    abort.abort()
    void texts.destroy()
    host.replaceChildren()
  }
  return { viewer, eventBus, area, signal: abort.signal, close }
}

export const listenToViewer = (
  { eventBus, signal }: ViewingParts,
  name: string,
  handler: (event: object) => void,
): void => eventBus.on(name, handler, { signal })

/** @throws PdfjsChanged */
export const layOut = (viewing: ViewingParts, document: PDFDocumentProxy): Promise<PdfjsUiManager> =>
  new Promise((resolve, reject) => {
    let manager: unknown
    listenToViewer(viewing, 'annotationeditoruimanager', (event) => {
      manager = Reflect.get(event, 'uiManager')
    })
    listenToViewer(viewing, 'pagesinit', () => {
      try {
        resolve(asUiManager(manager))
      } catch (error) {
        reject(error)
      }
    })
    viewing.signal.addEventListener('abort', () => reject(new DOMException('closed', 'AbortError')))
    viewing.viewer.setDocument(document)
    viewing.viewer.pagesPromise?.catch(reject)
  })
