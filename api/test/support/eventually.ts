import { scaled } from 'shared/testing/limits'

/** Milliseconds. */
const LONGEST_MS = scaled(60_000)
const PAUSE_MS = 25

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

export const eventually = async <Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> => {
  for (const end = performance.now() + LONGEST_MS; ; await pause()) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`${what}: still not there`)
  }
}

export const untilTrue = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
  await eventually(what, async () => ((await isSo()) ? true : undefined))
}
