import { useState } from 'react'
import type { AnnotationManagers } from './adapter/annotation-component.ts'
import type { AltTextModel } from './alt-text/alt-text.ts'
import { createAltText } from './alt-text/alt-text.ts'
import type { UndoBarModel } from './undo-bar/undo-bar.ts'
import { createUndoBar } from './undo-bar/undo-bar.ts'

/** What the page brings along to pdf.js, and shows with React. */
export interface AnnotationParts {
  readonly altText: AltTextModel
  readonly undoBar: UndoBarModel
  readonly managers: AnnotationManagers
}

const createParts = (): AnnotationParts => {
  const [altText, undoBar] = [createAltText(), createUndoBar()]
  return { altText, undoBar, managers: { altText: altText.manager, undoBar: undoBar.manager } }
}

/** The same from render to render: pdf.js keeps what it is given. */
export const useParts = (): AnnotationParts => useState(createParts)[0]
