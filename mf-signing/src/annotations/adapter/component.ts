import type { PDFDocumentProxy } from 'pdfjs-dist'
import { clamp } from '../../geometry/geometry.ts'
import { ZOOM_MAX, ZOOM_MIN } from '../../viewer/constants.ts'
import { codeOfMode } from '../modes.ts'
import { CREATE_CODE, codeOfParameter } from '../parameters.ts'
import type { AnnotationEvent, EditorState } from '../state.ts'
import { annotationReducer, openState } from '../state.ts'
import { createStore } from '../store.ts'
import { keepingPlace, middleOf } from './anchor.ts'
import type { AnnotationComponent, ComponentOptions } from './annotation-component.ts'
import { carryOver, putBack } from './carry-over.ts'
import { storageContents } from './contents.ts'
import type { EditorKeys } from './keys.ts'
import { shareKeys } from './keys.ts'
import { layOnPages } from './page-layers.ts'
import type { EditorUndoBar, PdfjsCommand, PdfjsUiManager } from './pdfjs-internals.ts'
import type { ViewingParts } from './viewing.ts'
import { layOut, listenToViewer, openViewing } from './viewing.ts'

/** pdf.js's scale 1 is 96 dpi, ours 72. */
const SCALE_OF_ZOOM = 0.75
const LOOK_AGAIN_MS = 200

const createState = (first: EditorState) => {
  const store = createStore(first)
  const dispatch = (event: AnnotationEvent) => store.set(annotationReducer(store.get(), event))
  return { get: store.get, subscribe: store.subscribe, dispatch }
}

interface Parts {
  readonly viewing: ViewingParts
  readonly manager: PdfjsUiManager
  readonly keys: EditorKeys
  readonly store: ReturnType<typeof createState>
  readonly pdf: PDFDocumentProxy
  readonly undoBar: EditorUndoBar | undefined
}

/** Text in progress; pdf.js stores it when finished. */
const isWriting = (area: HTMLElement): boolean => {
  const { activeElement: field } = document
  return (
    field instanceof HTMLElement && field.isContentEditable && area.contains(field) && field.textContent.trim() !== ''
  )
}

const trackChanges = ({ viewing, manager, store, pdf, undoBar }: Parts) => {
  const contents = () => storageContents(pdf.annotationStorage)
  let safe = contents()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const modified = contents() !== safe || isWriting(viewing.area)
    store.dispatch({ type: 'modified', modified })
    return modified
  }
  const lookAgain = () => {
    clearTimeout(timer)
    timer = setTimeout(look, LOOK_AGAIN_MS)
  }
  const { signal } = viewing
  signal.addEventListener('abort', () => clearTimeout(timer))
  // pdf.js reports only the first of several changes.
  for (const name of ['pointerup', 'keyup', 'drop', 'paste'] as const) {
    window.addEventListener(name, lookAgain, { signal, capture: true })
  }
  const add = manager.addCommands.bind(manager)
  const addCommands = (command: PdfjsCommand) => {
    // A removal shows the bar again.
    // Undo now applies to this command; a removal shows the bar again.
    undoBar?.hide()
    add(command)
    lookAgain()
  }
  Object.assign(manager, { addCommands })
  return {
    lookAgain,
    checkModified: look,
    isModified: () => {
      manager.endCurrentEditing()
      return look()
    },
    save: async () => {
      manager.endCurrentEditing()
      const written = contents()
      const bytes = await pdf.saveDocument()
      const confirm = () => {
        safe = written
        look()
      }
      return { bytes, confirm, isCurrent: () => contents() === written }
    },
  }
}

const follow = ({ viewing, manager, keys, store }: Parts): void => {
  const on = (name: string, handler: (event: object) => void) => listenToViewer(viewing, name, handler)
  const flags = (details: unknown) => store.dispatch({ type: 'flags', details, hasSelection: manager.hasSelection })
  on('annotationeditormodechanged', (event) => {
    keys.sync()
    store.dispatch({ type: 'mode', code: Reflect.get(event, 'mode') })
    flags(undefined)
  })
  on('annotationeditorparamschanged', (event) =>
    store.dispatch({ type: 'parameters', details: Reflect.get(event, 'details') }),
  )
  on('editingstateschanged', (event) => flags(Reflect.get(event, 'details')))
  on('pagechanging', (event) => store.dispatch({ type: 'page', page: Number(Reflect.get(event, 'pageNumber')) }))
  on('scalechanging', (event) =>
    store.dispatch({ type: 'zoom', zoom: Number(Reflect.get(event, 'scale')) / SCALE_OF_ZOOM }),
  )
  // Without an answer, pdf.js can't select another kind.
  const answer = (event: object) => {
    Reflect.set(viewing.viewer, 'annotationEditorMode', event)
  }
  on('switchannotationeditormode', answer)
  on('showannotationeditorui', answer)
}

type Undriven =
  | 'area'
  | 'layers'
  | 'manager'
  | 'destroy'
  | 'isModified'
  | 'lookAgain'
  | 'checkModified'
  | 'save'
  | 'carryOver'
  | 'putBack'
type Driving = Omit<AnnotationComponent, Undriven>

const drive = ({ viewing, manager, keys, store }: Parts): Driving => {
  const { viewer, eventBus, area } = viewing
  const dispatch = (name: string, detail: object) => eventBus.dispatch(name, { source: viewer, ...detail })
  const act = (name: string) => () => dispatch('editingaction', { name })
  const set = (type: number, value: unknown) => dispatch('switchannotationeditorparams', { type, value })
  return {
    state: store.get,
    subscribe: store.subscribe,
    setMode: (mode, { fromKeyboard = false } = {}) => {
      viewer.annotationEditorMode = { mode: codeOfMode(mode), isFromKeyboard: fromKeyboard }
    },
    setParameter: (name, value) => {
      set(codeOfParameter(name), name === 'highlightColor' ? String(value).toUpperCase() : value)
      // pdf.js doesn't report its defaults.
      store.dispatch({ type: 'parameters', details: [[codeOfParameter(name), value]] })
    },
    undo: act('undo'),
    redo: act('redo'),
    selectAll: act('selectAll'),
    deleteSelected: act('delete'),
    unselectAll: () => manager.unselectAll(),
    addImage: () => set(CREATE_CODE, {}),
    addSignature: (saved) => set(CREATE_CODE, saved ? { signatureData: saved } : {}),
    holdKeys: keys.hold,
    goTo: (page) => {
      if (page >= 1 && page <= store.get().pageCount) viewer.currentPageNumber = page
    },
    zoomTo: (zoom, at = middleOf(area)) =>
      keepingPlace(area, at, () => {
        viewer.currentScale = clamp(zoom, ZOOM_MIN, ZOOM_MAX) * SCALE_OF_ZOOM
      }),
  }
}

/** @throws PdfjsChanged */
export const openComponent = async (options: ComponentOptions): Promise<AnnotationComponent> => {
  const viewing = openViewing(options)
  const { document: pdf, page, zoom, managers } = options
  const { undoBar } = managers
  try {
    const manager = await layOut(viewing, pdf)
    const store = createState(openState(pdf.numPages, zoom))
    const parts: Parts = { viewing, manager, store, pdf, undoBar, keys: shareKeys(manager, viewing.signal) }
    follow(parts)
    const driving = drive(parts)
    viewing.viewer.currentScale = zoom * SCALE_OF_ZOOM
    // Page 1 keeps the padding above it.
    if (page > 1) driving.goTo(page)
    return {
      ...driving,
      ...trackChanges(parts),
      carryOver: () => {
        manager.endCurrentEditing()
        return carryOver(pdf.annotationStorage)
      },
      putBack: async (carried) => {
        // Pages have no annotation layer without a mode.
        driving.setMode('drawing')
        await putBack(manager, carried, driving.goTo)
        driving.setMode('none')
      },
      area: viewing.area,
      layers: layOnPages(viewing),
      manager,
      destroy: viewing.close,
    }
  } catch (error) {
    viewing.close()
    throw error
  }
}
