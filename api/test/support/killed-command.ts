import { fileURLToPath } from 'node:url'

const KILL_AT = fileURLToPath(new URL('./kill-at.ts', import.meta.url))

/** Arguments and variables of a command that dies (`kill-at.ts`); none if undefined. */
export const killedAt = (point: string | undefined) => ({
  args: point === undefined ? [] : ['--import', KILL_AT],
  variables: point === undefined ? {} : { TRAZO_TEST_KILL_AT: point },
})
