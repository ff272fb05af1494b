export interface LoadSettings {
  readonly documents: number
  /** Milliseconds. */
  readonly turn: number
  readonly turns: number
  /** Per turn; these calls cannot repeat. */
  readonly uploads: number
  readonly signatures: number
  /** Simultaneous signers. */
  readonly crowd: number
  /** Full workflows. */
  readonly lives: number
  readonly watched: number
  readonly look: number
  readonly variables: Readonly<Record<string, string>>
}

export const wholeRun: LoadSettings = {
  documents: 200,
  turn: 4000,
  turns: 3,
  uploads: 60,
  signatures: 60,
  crowd: 200,
  lives: 60,
  watched: 600_000,
  look: 5000,
  variables: {},
}

export const shortRun: LoadSettings = {
  documents: 20,
  turn: 200,
  turns: 1,
  uploads: 4,
  signatures: 4,
  crowd: 6,
  lives: 2,
  watched: 3000,
  look: 500,
  // Below `crowd`.
  variables: { SHED_SIGNINGS: '3' },
}

export const CONNECTIONS = 8
/** For CPU-heavy calls. */
export const HEAVY_CONNECTIONS = 4
