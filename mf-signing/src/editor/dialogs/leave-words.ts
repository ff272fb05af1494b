import { formatNames } from '../../format.ts'

export interface Losses {
  readonly unsaved: boolean
  /** Signers without a field. */
  readonly people: readonly string[]
}

export const leaveWords = ({ unsaved, people }: Losses): string => {
  const fields = unsaved ? ['Si sales ahora, se pierden los últimos cambios de los campos.'] : []
  const signers =
    people.length > 0
      ? [
          `Un documento conoce a sus firmantes por sus campos: sin campo, se ${people.length === 1 ? 'pierde' : 'pierden'} ${formatNames(people)}.`,
        ]
      : []
  return [...fields, ...signers].join(' ')
}
