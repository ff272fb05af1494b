export const annotationModes = ['none', 'highlight', 'text', 'drawing', 'image', 'signature', 'comments'] as const
export type AnnotationMode = (typeof annotationModes)[number]

/** `AnnotationEditorType` of pdf.js. */
const codes: Readonly<Record<AnnotationMode, number>> = {
  none: 0,
  text: 3,
  highlight: 9,
  image: 13,
  drawing: 15,
  comments: 16,
  signature: 101,
}

export const codeOfMode = (mode: AnnotationMode): number => codes[mode]

/** Undefined for modes without a counterpart here. */
export const modeOfCode = (code: unknown): AnnotationMode | undefined =>
  annotationModes.find((mode) => codes[mode] === code)
