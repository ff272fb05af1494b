export const drawingKeyOf = (fieldId: number): string => `trazo-drawing-${fieldId}`

/** Small: other chunks load it, too. */
export const forgetKeptDrawing = (fieldId: number): void => {
  try {
    sessionStorage.removeItem(drawingKeyOf(fieldId))
  } catch {
    // Nothing was stored.
  }
}
