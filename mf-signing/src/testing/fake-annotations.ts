import type { AnnotationComponent } from '../annotations/adapter/annotation-component.ts'
import type { PdfjsUiManager } from '../annotations/adapter/pdfjs-internals.ts'
import type { EditorState } from '../annotations/state.ts'
import { openState } from '../annotations/state.ts'
import { createStore } from '../annotations/store.ts'

export const fakeAnnotations = (first: Partial<EditorState> = {}) => {
  const store = createStore<EditorState>({ ...openState(3, 1), ...first })
  const asked: string[] = []
  const note =
    (what: string) =>
    (...values: readonly unknown[]): void =>
      void asked.push([what, ...values.map((value) => JSON.stringify(value))].join(' '))
  const did = (what: string) => (): void => void asked.push(what)
  let held = 0
  const component: AnnotationComponent = {
    state: store.get,
    subscribe: store.subscribe,
    setMode: note('setMode'),
    setParameter: note('setParameter'),
    undo: did('undo'),
    redo: did('redo'),
    selectAll: did('selectAll'),
    unselectAll: did('unselectAll'),
    deleteSelected: did('deleteSelected'),
    addImage: did('addImage'),
    addSignature: note('addSignature'),
    holdKeys: () => {
      held += 1
      return () => {
        held -= 1
      }
    },
    goTo: note('goTo'),
    zoomTo: note('zoomTo'),
    area: document.createElement('div'),
    layers: [],
    checkModified: () => store.get().modified,
    isModified: () => store.get().modified,
    lookAgain: did('lookAgain'),
    save: async () => ({ bytes: new Uint8Array(), confirm: did('confirm'), isCurrent: () => true }),
    carryOver: () => ({ items: [], incomplete: false }),
    putBack: async () => undefined,
    manager: {} as PdfjsUiManager,
    destroy: did('destroy'),
  }
  const change = (state: Partial<EditorState>) => store.set({ ...store.get(), ...state })
  return { component, asked, change, isHeld: () => held > 0 }
}
