import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { ensureTree, signCheckpoint, withSealLogLocked } from './seal-log.ts'
import { findOpenStop } from './stops.ts'
import { type WitnessServices, type WitnessSizes, witnessCheckpoint } from './witness-checkpoint.ts'

type SealLogWorkerOptions = WitnessServices & { readonly log: { readonly error: WitnessServices['log']['warn'] } }

/** Publishes the log of seals. */
export interface SealLogWorker extends PollingLoop {
  /** Before anything is sealed: asks every witness whether it knows a later log than this database. */
  compare(): Promise<void>
}

/** A checkpoint each minute, if something was sealed or a witness has not signed yet. */
export const createSealLogWorker = (options: SealLogWorkerOptions): SealLogWorker => {
  const sizes: WitnessSizes = new Map()
  const witness = async (everyone: boolean): Promise<void> => {
    if (options.sealLog.witnesses === null || (await findOpenStop(options.db)) !== undefined) return
    await witnessCheckpoint(options, sizes, everyone)
  }
  const publish = (): Promise<number> =>
    withSealLogLocked(options, async () => {
      const added = await signCheckpoint(options)
      await witness(false)
      return added
    })
  const compare = (): Promise<void> =>
    withSealLogLocked(options, async () => {
      await ensureTree(options)
      await witness(true)
    })
  const report = (error: unknown): void => options.log.error({ err: error }, 'the seal log was not published')
  return {
    ...createPollingLoop(publish, MINUTE_MS, report),
    compare: () => compare().catch(report),
  }
}
