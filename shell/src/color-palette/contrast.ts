export type ColourPair = {
  /** Token without `--color-`. */
  foreground: string
  background: string
  /** 'control': a border, focus ring or mark. */
  kind: 'text' | 'control'
}

/** Minimum contrast: WCAG 2.2, 1.4.3 (text) and 1.4.11 (non-text). */
export const leastContrast = { text: 4.5, control: 3 } as const

const pairs = (kind: ColourPair['kind'], foregrounds: string[], backgrounds: string[]): ColourPair[] =>
  foregrounds.flatMap((foreground) => backgrounds.map((background) => ({ foreground, background, kind })))

const grounds = ['paper', 'surface', 'sunken']
const tones = ['neutral', 'info', 'success', 'warning', 'error']

/** contrast.test.ts checks them in both themes. */
export const colourPairs: readonly ColourPair[] = [
  ...pairs('text', ['ink', 'muted', 'accent', 'accent-strong', 'error'], grounds),
  ...pairs('text', ['accent', 'ink'], ['accent-tint']),
  ...pairs('text', ['on-accent'], ['accent', 'accent-strong']),
  ...pairs('text', ['on-error'], ['error', 'error-strong']),
  ...tones.flatMap((tone) => pairs('text', [tone, 'ink'], [`${tone}-tint`])),
  ...tones.flatMap((tone) => pairs('text', ['accent'], [`${tone}-tint`])),
  ...pairs('text', tones, ['surface', 'paper']),
  ...pairs('control', ['control', 'focus', 'error'], ['paper', 'surface']),
  ...pairs(
    'control',
    ['focus'],
    tones.map((tone) => `${tone}-tint`),
  ),
  ...pairs('control', ['accent'], ['neutral-tint', 'paper', 'surface']),
]

/** 0 to 1, see WCAG 2.2. */
const luminance = (colour: string): number => {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour.trim())
  if (!match) throw new Error(`Not a colour of the form #rrggbb: ${colour}`)
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((hex) => {
    const channel = Number.parseInt(hex, 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 to 21, see WCAG 2.2. */
export const contrastRatio = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
