import type { RevocationEvidence, VerificationReport } from 'pdf/verify'
import type { NationalFormat } from 'pdf/verify/national'
import { useEffect, useReducer, useRef } from 'react'
import { isAbort, messageOf } from 'shared/http'
import type { WriteReportHere, WrittenReport } from './etsi-report/report-task.ts'
import type { ComparePictures } from './pictures/compare-pictures.ts'
import type { CheckSealProof } from './seal-log/check-proof.ts'
import {
  fileRefusal,
  followVerification,
  lacksPictures,
  type VerificationEvent,
  type VerifyPlace,
  WAITING_STATE,
} from './verification.ts'
import type { JudgingTask, VerificationAuthorities } from './verification-task.ts'
import type { VerifyHere } from './verify-here.ts'

export interface VerificationTools {
  readonly verifyHere: VerifyHere
  readonly comparePictures: ComparePictures
  readonly loadAuthorities: () => Promise<VerificationAuthorities>
  readonly askRevocation: (report: VerificationReport, signal: AbortSignal) => Promise<RevocationEvidence>
  readonly verifyOnServer: (file: File, signal: AbortSignal) => Promise<VerificationReport>
  readonly judgeHere: (task: JudgingTask, signal: AbortSignal) => Promise<NationalFormat>
  readonly checkSealProof: CheckSealProof
  readonly writeReportHere: WriteReportHere
  readonly now: () => Date
}

const NOTHING: RevocationEvidence = { ocsps: [], crls: [] }
const NOT_HERE = 'Este navegador no pudo comprobar el archivo. Puedes verificarlo con el servidor.'

/** After a failure, the next file retries. */
const useAuthorities = ({ loadAuthorities }: VerificationTools): (() => Promise<VerificationAuthorities>) => {
  const authorities = useRef<Promise<VerificationAuthorities> | undefined>(undefined)
  return () => {
    authorities.current ??= loadAuthorities().catch((error: unknown) => {
      authorities.current = undefined
      throw error
    })
    return authorities.current
  }
}

interface DeviceTask {
  readonly file: File
  readonly revocation: RevocationEvidence
  readonly now: Date
  readonly authorities: Promise<VerificationAuthorities>
  readonly signal: AbortSignal
  readonly dispatch: (event: VerificationEvent) => void
}

/** Both judges; the second one only if something follows a signature. */
const verifyOnDevice = async (tools: VerificationTools, given: DeviceTask): Promise<VerificationReport> => {
  const { file, revocation, now, signal } = given
  const dispatch = (event: VerificationEvent) => signal.aborted || given.dispatch(event)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const task = { bytes, authorities: await given.authorities, revocation, now }
  const onProgress = (share: number) => dispatch({ kind: 'came-further', share })
  const report = await tools.verifyHere(task, { onProgress, signal })
  if (signal.aborted || !lacksPictures(report)) return report
  dispatch({ kind: 'judged', report })
  return tools.comparePictures(
    { bytes, report },
    { onProgress: (progress) => dispatch({ kind: 'compared', progress }), signal },
  )
}

/** A new file or unmounting aborts the previous one. */
const useVerificationWork = (dispatch: (event: VerificationEvent) => void) => {
  const work = useRef(new AbortController())
  useEffect(() => () => work.current.abort(), [])
  const run = async (file: File, where: VerifyPlace, verify: (signal: AbortSignal) => Promise<VerificationReport>) => {
    work.current.abort()
    work.current = new AbortController()
    const { signal } = work.current
    dispatch({ kind: 'started', file, where })
    try {
      const report = await verify(signal)
      if (!signal.aborted) dispatch({ kind: 'finished', report })
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) dispatch({ kind: 'failed', message: messageOf(error, NOT_HERE) })
    }
  }
  return { run, stop: () => work.current.abort() }
}

export const useVerification = (tools: VerificationTools) => {
  const [state, dispatch] = useReducer(followVerification, WAITING_STATE)
  const { run, stop } = useVerificationWork(dispatch)
  const load = useAuthorities(tools)
  /** The report in XML states the same moment and evidence as the verdict. */
  const basis = useRef({ now: tools.now(), revocation: NOTHING })
  useEffect(() => {
    load().catch(() => undefined)
  }, [])

  const verifyWith = (file: File, revocation: RevocationEvidence, signal: AbortSignal) => {
    basis.current = { now: tools.now(), revocation }
    return verifyOnDevice(tools, { file, ...basis.current, authorities: load(), signal, dispatch })
  }
  return {
    state,
    choose: (file: File) => {
      const message = fileRefusal(file)
      if (message !== undefined) dispatch({ kind: 'refused', message })
      else void run(file, 'here', (signal) => verifyWith(file, NOTHING, signal))
    },
    ask: (file: File, report: VerificationReport) =>
      void run(file, 'asking', async (signal) => verifyWith(file, await tools.askRevocation(report, signal), signal)),
    send: (file: File) => {
      basis.current = { now: tools.now(), revocation: NOTHING }
      void run(file, 'server', (signal) => tools.verifyOnServer(file, signal))
    },
    judge: async (file: File, report: VerificationReport, signal: AbortSignal): Promise<NationalFormat> => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return tools.judgeHere({ bytes, report, authorities: await load(), now: tools.now() }, signal)
    },
    write: async (file: File, report: VerificationReport, signal: AbortSignal): Promise<WrittenReport> => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return tools.writeReportHere({ bytes, report, ...basis.current }, signal)
    },
    /** Ends the comparison of pages and keeps what is known. */
    skip: () => {
      stop()
      dispatch({ kind: 'skipped' })
    },
    leave: () => {
      stop()
      dispatch({ kind: 'left' })
    },
  }
}
