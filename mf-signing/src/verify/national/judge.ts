import type { NationalFormat } from 'pdf/verify/national'

export type NationalJudge = (signal: AbortSignal) => Promise<NationalFormat>
