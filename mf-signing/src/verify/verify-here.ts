import type { RevocationEvidence, TrustedRoot, VerificationReport } from 'pdf/verify'

/** Trust anchors and intermediate certificates. */
export interface Authorities {
  readonly roots: readonly TrustedRoot[]
  readonly intermediates: readonly Uint8Array[]
}

export interface VerificationTask {
  readonly bytes: Uint8Array
  readonly authorities: Authorities
  readonly revocation: RevocationEvidence
  readonly now: Date
}

export type VerificationAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'report'; readonly report: VerificationReport }

export interface WorkOptions {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export type VerifyHere = (task: VerificationTask, options: WorkOptions) => Promise<VerificationReport>

const startWorker = (): Worker => new Worker(new URL('./verify-worker.ts', import.meta.url))

/**
 * Verifies in a worker, which ends with the result or on abort.
 * Rejects without WebCrypto, which needs a secure context.
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
