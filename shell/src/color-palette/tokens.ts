/** tokens.test.ts compares them with tokens.css. */
export const colourGroups = [
  { title: 'Papel y tinta', tokens: ['paper', 'surface', 'sunken', 'ink', 'muted', 'line', 'control'] },
  { title: 'Acento', tokens: ['accent', 'accent-strong', 'accent-tint', 'on-accent', 'focus'] },
  {
    title: 'Tonos',
    tokens: [
      ...['neutral', 'info', 'success', 'warning', 'error'].flatMap((tone) => [tone, `${tone}-tint`]),
      'error-strong',
      'on-error',
    ],
  },
] as const

export const typeFaces = [
  { token: 'font-display', text: 'Un trazo, y queda firmado.', use: 'Portada y títulos grandes, fuera de /sign/' },
  { token: 'font-sans', text: 'Un trazo, y queda firmado.', use: 'Todo lo demás: la letra del sistema, sin descargas' },
] as const

export const textSizes = ['text-13', 'text-15', 'text-17', 'text-20', 'text-26', 'text-36', 'text-52'] as const
export const lineLeadings = [
  { token: 'leading-text', use: 'Texto corrido' },
  { token: 'leading-title', use: 'Títulos' },
] as const

export const spaceTokens = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24].map((step) => `space-${step}`)

export const cornerRadii = [
  { token: 'radius-control', use: 'Botones y campos' },
  { token: 'radius-surface', use: 'Hojas, avisos y diálogos' },
] as const
export const controlSizes = [
  { token: 'control-height', use: 'Alto de un control; 44 px donde se toca con el dedo' },
  { token: 'control-height-sm', use: 'Alto de un control pequeño' },
  { token: 'content-width', use: 'Ancho máximo del contenido' },
  { token: 'measure', use: 'Ancho máximo de un párrafo' },
] as const
export const surfaceShadows = [{ token: 'shadow-float', use: 'Lo que flota; lo que se apoya lleva una línea' }] as const
export const dialogVeils = [
  { token: 'veil', use: 'Color del velo detrás de un diálogo' },
  { token: 'veil-strength', use: 'Cuánto cubre' },
] as const
export const motionSteps = [
  { token: 'duration-fast', use: 'Color y borde de un control' },
  { token: 'duration', use: 'Lo que aparece o se mueve' },
  { token: 'ease-out', use: 'La curva de ambos: sale de la mano y se detiene' },
] as const
