/** How much is measured. */
export interface LoadSettings {
  /** Documents of the account whose list is read. */
  readonly documents: number
  /** Milliseconds of one turn; ours and the bare server take turns, so that a busy machine slows both. */
  readonly turn: number
  readonly turns: number
  /** Calls of one turn, for what cannot be repeated for as long as one wants. */
  readonly uploads: number
  readonly signatures: number
  /** Guests who sign at the same moment. */
  readonly crowd: number
  /** Whole lives of a document, to learn what one costs. */
  readonly lives: number
  /** Milliseconds that memory is watched, and between two looks at it. */
  readonly watched: number
  readonly look: number
  /** Variables of the server beyond those that every run has. */
  readonly variables: Readonly<Record<string, string>>
}

/** About a quarter of an hour. */
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

/** The same in less than a minute. It measures nothing: it shows that all of it works, and that the crowd is shed. */
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
  // Fewer than come at once, so that some are sent away.
  variables: { SHED_SIGNINGS: '3' },
}

/** Calls under way at the same time, where as many are made as can be. */
export const CONNECTIONS = 8
/** Of those that take the processor for long. */
export const HEAVY_CONNECTIONS = 4
