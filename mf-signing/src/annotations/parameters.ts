export interface AnnotationParameters {
  /** Lower-case `#rrggbb`, like all colours here. */
  readonly highlightColor: string
  /** Of a free highlight, in points. */
  readonly highlightThickness: number
  /** Applies to a free highlight or without a selection. */
  readonly highlightFree: boolean
  readonly highlightsShown: boolean
  /** In points. */
  readonly textSize: number
  readonly textColor: string
  readonly drawingColor: string
  /** In points. */
  readonly drawingThickness: number
  /** From 0 to 1. */
  readonly drawingOpacity: number
}

export type ParameterName = keyof AnnotationParameters

export const highlightColors = [
  { name: 'yellow', label: 'Amarillo', color: '#ffff98' },
  { name: 'green', label: 'Verde', color: '#53ffbc' },
  { name: 'blue', label: 'Azul', color: '#80ebff' },
  { name: 'pink', label: 'Rosado', color: '#ffcbe6' },
  { name: 'red', label: 'Rojo', color: '#ff4f5f' },
] as const

export const inkColors = [
  { label: 'Negro', color: '#000000' },
  { label: 'Azul', color: '#2b47c9' },
  { label: 'Rojo', color: '#ab2419' },
  { label: 'Verde', color: '#1b6140' },
  { label: 'Gris', color: '#5b6675' },
] as const

export const HIGHLIGHT_THICKNESS = { min: 8, max: 24, step: 1 } as const
export const TEXT_SIZE = { min: 5, max: 100, step: 1 } as const
export const DRAWING_THICKNESS = { min: 1, max: 20, step: 1 } as const
export const DRAWING_OPACITY = { min: 0.05, max: 1, step: 0.05 } as const

export const defaultParameters: AnnotationParameters = {
  highlightColor: highlightColors[0].color,
  highlightThickness: 12,
  highlightFree: true,
  highlightsShown: true,
  textSize: 10,
  textColor: '#000000',
  drawingColor: '#000000',
  drawingThickness: 1,
  drawingOpacity: 1,
}

/** `AnnotationEditorParamsType` of pdf.js. */
const codes: Readonly<Record<ParameterName, number>> = {
  textSize: 11,
  textColor: 12,
  drawingColor: 21,
  drawingThickness: 22,
  drawingOpacity: 23,
  highlightColor: 31,
  highlightThickness: 32,
  highlightFree: 33,
  highlightsShown: 34,
}
const DRAWING_COLOR_AND_OPACITY = 24
/** Asks for an image, or places a signature. */
export const CREATE_CODE = 2

export const codeOfParameter = (name: ParameterName): number => codes[name]

const names = Object.keys(codes).filter((name): name is ParameterName => name in codes)
const parameterNameOf = (code: unknown): ParameterName | undefined => names.find((name) => codes[name] === code)

const HEX = /^#[0-9a-f]{6}$/

const valueFor = (name: ParameterName, value: unknown): AnnotationParameters[ParameterName] | undefined => {
  const kind = typeof defaultParameters[name]
  if (kind === 'string') {
    const color = String(value).toLowerCase()
    return HEX.test(color) ? color : undefined
  }
  return typeof value === kind && (typeof value === 'number' || typeof value === 'boolean') ? value : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const entriesOf = (detail: unknown): readonly (readonly [ParameterName, unknown])[] => {
  if (!Array.isArray(detail)) return []
  const [code, value] = detail
  if (code === DRAWING_COLOR_AND_OPACITY) {
    const { color, opacity } = isRecord(value) ? value : {}
    return [
      ['drawingColor', color],
      ['drawingOpacity', opacity],
    ]
  }
  const name = parameterNameOf(code)
  return name ? [[name, value]] : []
}

export const withReported = (parameters: AnnotationParameters, details: unknown): AnnotationParameters => {
  const changes = (Array.isArray(details) ? details : Array.from(isIterable(details) ? details : []))
    .flatMap(entriesOf)
    .flatMap(([name, value]) => {
      const known = valueFor(name, value)
      return known === undefined || known === parameters[name] ? [] : [[name, known] as const]
    })
  return changes.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(changes) }
}

const isIterable = (value: unknown): value is Iterable<unknown> => isRecord(value) && Symbol.iterator in value
