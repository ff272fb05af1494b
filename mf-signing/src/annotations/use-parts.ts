import { useState } from 'react'
import type { AnnotationManagers } from './adapter/annotation-component.ts'
import type { AltTextModel } from './alt-text/alt-text.ts'
import { createAltText } from './alt-text/alt-text.ts'
import type { CommentsModel } from './comments/comments.ts'
import { createComments } from './comments/comments.ts'
import type { SignaturesModel } from './signatures/signatures.ts'
import { createSignatures } from './signatures/signatures.ts'
import type { UndoBarModel } from './undo-bar/undo-bar.ts'
import { createUndoBar } from './undo-bar/undo-bar.ts'

export interface AnnotationParts {
  readonly altText: AltTextModel
  readonly undoBar: UndoBarModel
  readonly signatures: SignaturesModel
  readonly comments: CommentsModel
  readonly managers: AnnotationManagers
}

const createParts = (): AnnotationParts => {
  const [altText, undoBar] = [createAltText(), createUndoBar()]
  const [signatures, comments] = [createSignatures(), createComments()]
  const managers = {
    altText: altText.manager,
    undoBar: undoBar.manager,
    signatures: signatures.manager,
    comments: comments.manager,
  }
  return { altText, undoBar, signatures, comments, managers }
}

/** Stable: pdf.js keeps references. */
export const useParts = (): AnnotationParts => useState(createParts)[0]
