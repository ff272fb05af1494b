import type { NationalFormat } from 'pdf/verify/national'

export type Judge = (signal: AbortSignal) => Promise<NationalFormat>
