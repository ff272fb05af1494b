import { type Clock, SECOND_MS } from '../clock.ts'
import type { OuterService } from './admin-events.ts'
import type { AdminLog } from './admin-log.ts'

export interface ServiceWatch {
  failed(error: unknown): void
  worked(): void
  isAway(): boolean
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const causeOf = (error: unknown): unknown => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0]
  return isObject(error) ? Reflect.get(error, 'cause') : undefined
}

const errorNameOf = (error: unknown): string => {
  if (!isObject(error)) return 'unknown'
  const [code, name]: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'name')]
  if (typeof code === 'string' && code !== '') return code
  return typeof name === 'string' ? name : 'unknown'
}

/** A code: messages may contain addresses. */
export const deepestReason = (error: unknown): string => {
  let deepest = error
  for (let depth = 0; depth < 5; depth += 1) {
    const cause = causeOf(deepest)
    if (!isObject(cause)) break
    deepest = cause
  }
  return errorNameOf(deepest)
}

export const watchService = (service: OuterService, adminLog: AdminLog, clock: Clock): ServiceWatch => {
  let awaySince: number | undefined
  return {
    failed: (error) => {
      if (awaySince !== undefined) return
      awaySince = clock()
      adminLog.record({ event: 'service-away', service, reason: deepestReason(error) })
    },
    worked: () => {
      if (awaySince === undefined) return
      const seconds = Math.max(0, Math.round((clock() - awaySince) / SECOND_MS))
      awaySince = undefined
      adminLog.record({ event: 'service-back', service, seconds })
    },
    isAway: () => awaySince !== undefined,
  }
}
