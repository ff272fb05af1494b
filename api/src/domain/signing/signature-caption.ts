import { localTime } from '../../platform/local-time.ts'

/** Date and time in Costa Rica as dd/mm/yyyy HH:mm, in characters that every font has. */
export const formatSignedAt = (time: Date): string => localTime(time.getTime()).slice(0, 'dd/mm/yyyy HH:mm'.length)

/** The line below the signer's name: when and with what it was signed. */
export const signatureCaption = (time: Date): string => `${formatSignedAt(time)} · Firmado con Trazo`
