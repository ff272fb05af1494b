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
  documents: 5,
  turn: 100,
  turns: 1,
  uploads: 2,
  signatures: 2,
  crowd: 6,
  lives: 1,
  watched: 1000,
  look: 200,
  // Below `crowd`.
  variables: { SHED_SIGNINGS: '3' },
}

export const LOAD_CONNECTIONS = 8
/** For CPU-heavy calls. */
export const HEAVY_CONNECTIONS = 4
