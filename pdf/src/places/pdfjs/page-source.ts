/** The parts of pdf.js's answers that the reader uses; pdf.js itself is not imported. */
export interface PdfjsTextItem {
  readonly str: string
  readonly transform: readonly unknown[]
  readonly width: number
}

export interface PdfjsOperators {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

export interface PdfjsViewport {
  /** Points. */
  readonly width: number
  readonly height: number
  readonly transform: readonly unknown[]
}

/** A page of pdf.js. */
export interface PdfjsPage {
  getViewport(options: { scale: number }): PdfjsViewport
  getTextContent(): Promise<{ readonly items: readonly (PdfjsTextItem | object)[] }>
  getAnnotations?(): Promise<readonly unknown[]>
  getOperatorList(options: { annotationMode: number }): Promise<PdfjsOperators>
}
