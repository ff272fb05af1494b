import { useCallback, useEffect, useRef, useState } from 'react'
import { isAbort, messageOf } from 'shared/http'
import { type BulkJob, bulkApi } from 'shared/http/deferred'
import { afterTimeout } from '../../browser-timers.ts'

interface Jobs {
  readonly jobs: readonly BulkJob[]
  readonly problem: string | undefined
}

/** Milliseconds. */
const POLL = 2000

const isRunning = ({ state }: BulkJob): boolean => state === 'running'

export const useBulkJobs = (onEnd: () => void) => {
  const wasRunning = useRef(false)
  const [{ jobs, problem }, setJobs] = useState<Jobs>({ jobs: [], problem: undefined })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((count) => count + 1), [])
  useEffect(() => {
    const controller = new AbortController()
    let cancel = (): void => undefined
    bulkApi.list(controller.signal).then(
      (found) => {
        setJobs({ jobs: found.jobs, problem: undefined })
        const running = found.jobs.some(isRunning)
        if (running) cancel = afterTimeout(POLL, reload)
        else if (wasRunning.current) onEnd()
        wasRunning.current = running
      },
      (error: unknown) => {
        if (isAbort(error)) return
        setJobs((known) => ({ ...known, problem: messageOf(error) }))
      },
    )
    return () => {
      controller.abort()
      cancel()
    }
  }, [round, reload, onEnd])
  return { jobs, problem, reload }
}
