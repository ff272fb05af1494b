import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PdfjsEditor, PdfjsUiManager } from './pdfjs-internals.ts'

export interface CarriedAnnotations {
  readonly items: readonly CarriedAnnotation[]
  /** Changes to annotations in the file are not included. */
  readonly incomplete: boolean
}

interface CarriedAnnotation {
  readonly pageIndex: number
  /** In pdf.js's clipboard format. */
  readonly data: object
  readonly comment: string | null
}

const isEditor = (value: unknown): value is PdfjsEditor =>
  typeof value === 'object' &&
  value !== null &&
  'serialize' in value &&
  'pageIndex' in value &&
  typeof value.serialize === 'function'

const isOfFile = (editor: PdfjsEditor): boolean => Boolean(Reflect.get(editor, 'annotationElementId'))

const carried = (editor: PdfjsEditor): readonly CarriedAnnotation[] => {
  const data = editor.serialize(true)
  if (data === null) return []
  const text = editor.hasComment ? (editor.comment?.text ?? null) : null
  return [{ pageIndex: editor.pageIndex, data, comment: text }]
}

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
  // pdf.js's mark for copies; without it a copy is offset from its original.
  Reflect.set(editor, 'isClone', true)
  return () => {
    layer.addOrRebuild(editor)
    if (comment !== null) editor.comment = comment
    return editor
  }
}

/** Adds annotations to another revision, as one undo step. */
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
