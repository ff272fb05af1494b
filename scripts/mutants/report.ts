import type { MutantState, MutantVerdict } from './run-mutants.ts'

/** An endless loop is noticed, and so is a process that ends. */
const isKilled = (state: MutantState): boolean => state === 'killed' || state === 'timeout'

export const describeMutants = ({ mutant, state, by }: MutantVerdict): string =>
  `${state.padEnd(9)} ${String(mutant.id).padStart(3)} ${mutant.file}:${mutant.line} ${mutant.told}${by === '' ? '' : `  [${by.split('\n')[0]}]`}`

export const reportFolder = (folder: string, verdicts: readonly MutantVerdict[]): string => {
  const count = (state: MutantState) => verdicts.filter((each) => each.state === state).length
  const killed = verdicts.filter(({ state }) => isKilled(state)).length
  const percent = verdicts.length === 0 ? 100 : Math.floor((100 * killed) / verdicts.length)
  const survivors = verdicts.filter(({ state }) => !isKilled(state))
  return [
    `${folder}: ${verdicts.length} mutants, ${killed} killed (${percent} %), ${count('timeout')} of them by a timeout; ` +
      `${count('survived')} survived, ${count('unreached')} not reached, ${count('unstable')} unstable`,
    ...survivors.map((verdict) => `  ${describeMutants(verdict)}`),
  ].join('\n')
}
