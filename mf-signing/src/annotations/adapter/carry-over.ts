import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PdfjsEditor, PdfjsUiManager } from './pdfjs-internals.ts'

/** Annotations that are taken from one opened document to another one. */
export interface CarriedAnnotations {
  readonly items: readonly CarriedAnnotation[]
  /** There are changes of annotations that stand in the file: those stay behind. */
  readonly incomplete: boolean
}

interface CarriedAnnotation {
  readonly pageIndex: number
  /** As pdf.js puts it on its clipboard. */
  readonly data: object
  readonly comment: string | null
}

const isEditor = (value: unknown): value is PdfjsEditor =>
  typeof value === 'object' &&
  value !== null &&
  'serialize' in value &&
  'pageIndex' in value &&
  typeof value.serialize === 'function'

/** Stands in the file already, whatever was done to it since. */
const isOfFile = (editor: PdfjsEditor): boolean => Boolean(Reflect.get(editor, 'annotationElementId'))

const carried = (editor: PdfjsEditor): readonly CarriedAnnotation[] => {
  const data = editor.serialize(true)
  if (data === null) return []
  const text = editor.hasComment ? (editor.comment?.text ?? null) : null
  return [{ pageIndex: editor.pageIndex, data, comment: text }]
}

/** All annotations that stand in no file yet. */
export const carryOver = (storage: PDFDocumentProxy['annotationStorage']): CarriedAnnotations => {
  const values = [...storage].map((entry: unknown) => (Array.isArray(entry) ? entry[1] : undefined))
  const editors = values.filter(isEditor)
  return {
    items: editors.filter((editor) => !isOfFile(editor)).flatMap(carried),
    incomplete:
      values.some((value) => value !== undefined && !isEditor(value)) ||
      editors.some((editor) => isOfFile(editor) && editor.serialize(false) !== null),
  }
}

const putOn = async (
  manager: PdfjsUiManager,
  { pageIndex, data, comment }: CarriedAnnotation,
): Promise<(() => PdfjsEditor) | undefined> => {
  await manager.waitForEditorsRendered(pageIndex + 1)
  const layer = manager.getLayer(pageIndex)
  const editor = await layer?.deserialize(data)
  if (!layer || !editor) return undefined
  // As pdf.js marks what it puts on a copied page: otherwise a copy lies beside the place of its original.
  Reflect.set(editor, 'isClone', true)
  return () => {
    layer.addOrRebuild(editor)
    if (comment !== null) editor.comment = comment
    return editor
  }
}

/** Puts annotations where they were, on another version of the document; one step to undo. */
export const putBack = async (
  manager: PdfjsUiManager,
  { items }: CarriedAnnotations,
  goTo: (page: number) => void,
): Promise<void> => {
  const additions: (() => PdfjsEditor)[] = []
  for (const item of items) {
    goTo(item.pageIndex + 1)
    const add = await putOn(manager, item)
    if (add) additions.push(add)
  }
  let added: readonly PdfjsEditor[] = []
  manager.addCommands({
    cmd: () => {
      added = additions.map((add) => add())
    },
    undo: () => {
      for (const editor of added) editor.remove()
    },
    mustExec: true,
  })
}
