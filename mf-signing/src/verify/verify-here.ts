import type { VerificationReport } from 'pdf/verify'
import type { VerificationAnswer, VerificationTask } from './verification-task.ts'

interface WorkOptions {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export type VerifyHere = (task: VerificationTask, options: WorkOptions) => Promise<VerificationReport>

/**
 * The worker ends when `take` returns a result, or on abort. Rejects
 * without WebCrypto, which needs a secure context.
 */
export const askWorker = <Answer, Result>(
  startWorker: () => Worker,
  task: unknown,
  take: (answer: Answer) => Result | undefined,
  signal: AbortSignal,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    if (crypto.subtle === undefined) throw new Error('no WebCrypto')
    const worker = startWorker()
    const settle = (act: () => void): void => {
      worker.terminate()
      signal.removeEventListener('abort', giveUp)
      act()
    }
    const giveUp = (): void => settle(() => reject(signal.reason))
    signal.addEventListener('abort', giveUp)
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const result = take(data)
      if (result !== undefined) settle(() => resolve(result))
    }
    worker.onerror = (event) => settle(() => reject(new Error(event.message)))
    worker.postMessage(task)
  })

const startWorker = (): Worker => new Worker(new URL('./verify-worker.ts', import.meta.url))

export const verifyHere: VerifyHere = (task, { onProgress, signal }) => {
  const take = (answer: VerificationAnswer): VerificationReport | undefined => {
    if (answer.kind === 'report') return answer.report
    onProgress(answer.share)
    return undefined
  }
  return askWorker(startWorker, task, take, signal)
}
