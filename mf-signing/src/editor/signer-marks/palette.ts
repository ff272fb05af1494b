export interface SignerColour {
  /** On paper and in the light theme, with white letters. */
  readonly light: string
  /** In the dark theme, with letters of the night's paper. */
  readonly dark: string
}

/** The owner's is the accent of the product. */
export const ownerColour: SignerColour = { light: '#2b47c9', dark: '#9db0ff' }

/**
 * Ochre, petrol, plum, brick, forest and violet. They differ in lightness
 * as well as in hue: without red or green they stay apart.
 */
export const guestColours: readonly SignerColour[] = [
  { light: '#906010', dark: '#d09020' },
  { light: '#008090', dark: '#00a090' },
  { light: '#602040', dark: '#ffb0e0' },
  { light: '#b05050', dark: '#e07050' },
  { light: '#004000', dark: '#00d090' },
  { light: '#501070', dark: '#a070f0' },
]
