import { localTime } from '../../platform/local-time.ts'

/** Costa Rica time, in characters that every font has. */
export const formatSignedAt = (time: Date): string => localTime(time.getTime()).slice(0, 'dd/mm/yyyy HH:mm'.length)

/** Second line of the drawn signature. */
export const signatureCaption = (time: Date): string => `${formatSignedAt(time)} · Firmado con Trazo`
