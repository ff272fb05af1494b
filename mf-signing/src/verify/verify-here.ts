import type { VerificationReport } from 'pdf/verify'
import type { VerificationAnswer, VerificationTask } from './verification-task.ts'

interface WorkOptions {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export type VerifyHere = (task: VerificationTask, options: WorkOptions) => Promise<VerificationReport>

const startWorker = (): Worker => new Worker(new URL('./verify-worker.ts', import.meta.url))

/**
 * The worker ends with the result or on abort. Rejects without WebCrypto,
 * which needs a secure context.
 */
export const verifyHere: VerifyHere = (task, { onProgress, signal }) =>
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
    worker.onmessage = ({ data }: MessageEvent<VerificationAnswer>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else settle(() => resolve(data.report))
    }
    worker.onerror = (event) => settle(() => reject(new Error(event.message)))
    worker.postMessage(task)
  })
