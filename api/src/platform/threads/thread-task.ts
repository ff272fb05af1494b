/** Lower goes first: a person who signs, then files and seals. */
export const taskRanks = { signature: 0, file: 1, background: 2 } as const
export type TaskRank = (typeof taskRanks)[keyof typeof taskRanks]

export interface ThreadTask<Request, Answer> {
  readonly name: string
  readonly rank: TaskRank
  /** CPU milliseconds (`time-limit.ts`). */
  readonly timeLimit: number
  /** Members whose memory moves with the message. */
  readonly moves: readonly string[]
  readonly handler?: TaskHandler<Request, Answer>
}

export type TaskHandler<Request, Answer> = (request: Request) => Answer | Promise<Answer>

export interface RunOptions {
  /** Drops waiting work only. */
  readonly signal?: AbortSignal | undefined
  readonly timeLimit?: number | undefined
}

export interface ThreadTasks {
  /**
   * @throws ThreadFailure; OverloadError if too much waits,
   * or if the machine had no time for the task;
   * the handler's error as an Error with its name and code
   */
  run<Request extends object, Answer>(
    task: ThreadTask<Request, Answer>,
    request: Request,
    options?: RunOptions,
  ): Promise<Answer>
}

declare module '../services.ts' {
  interface ApiServices {
    readonly threads: ThreadTasks
  }
}

/** The thread ended; only this task is lost. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure'
  /** `starved`: the machine had no time for it; see `OverloadError`. */
  readonly kind: 'time' | 'starved' | 'memory' | 'broken'

  constructor(kind: ThreadFailure['kind'], options?: ErrorOptions) {
    super(`the thread gave no answer: ${kind}`, options)
    this.kind = kind
  }
}
