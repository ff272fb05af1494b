import { dateFormat } from 'shared/contract'

const longDay = dateFormat({ dateStyle: 'long' })

export const lastDay = (deadline: number): string => longDay(deadline - 1)

const longDate = dateFormat({ dateStyle: 'long', timeStyle: 'short' })

/** Instants are UTC; readers are in Costa Rica. */
export const localDate = (milliseconds: number): string => `${longDate(milliseconds)} (hora de Costa Rica)`
