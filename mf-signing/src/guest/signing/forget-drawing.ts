import { forgetInTab } from '../../kept-in-tab.ts'

export const drawingKeyOf = (fieldId: number): string => `trazo-drawing-${fieldId}`

/** Small: other chunks load it, too. */
export const forgetKeptDrawing = (fieldId: number): void => forgetInTab(drawingKeyOf(fieldId))
