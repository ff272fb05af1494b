import { dateFormat } from 'shared/contract'

export const formatInstant = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
