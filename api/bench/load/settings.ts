export interface LoadSettings {
  /** In the listed account. */
  readonly documents: number
  /** Milliseconds per turn. Both servers alternate, so load affects both. */
  readonly turn: number
  readonly turns: number
  /** Calls per turn, for calls that cannot repeat. */
  readonly uploads: number
  readonly signatures: number
  /** Guests who sign at once. */
  readonly crowd: number
  /** Full workflows, to measure the cost. */
  readonly lives: number
  /** Total and sampling interval, in milliseconds. */
  readonly watched: number
  readonly look: number
  /** Extra server variables. */
  readonly variables: Readonly<Record<string, string>>
}

/** About 15 minutes. */
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

/** A smoke test below one minute that also triggers load shedding. */
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
  // Below `crowd`, so that some are rejected.
  variables: { SHED_SIGNINGS: '3' },
}

/** Connections at full load. */
export const CONNECTIONS = 8
/** For CPU-heavy calls. */
export const HEAVY_CONNECTIONS = 4
