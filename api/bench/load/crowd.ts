import type { Measured } from './fire.ts'
import { type Guest, shoot, signShot } from './people.ts'

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How often somebody who is sent away comes back: more often than anybody would press the button. */
const PATIENCE = 100

/**
 * Has everybody sign at the same moment. Who is sent away comes back as people do who are told when; the time of each
 * goes from the first try to the signature.
 */
export const signAtOnce = async (address: string, guests: readonly Guest[]): Promise<Measured> => {
  const times: number[] = []
  const errors: Record<string, number> = {}
  const fail = (kind: string): void => {
    errors[kind] = (errors[kind] ?? 0) + 1
  }
  let shed = 0
  const sign = async (guest: Guest): Promise<void> => {
    const shot = signShot(guest)
    const started = performance.now()
    for (let time = 0; time < PATIENCE; time += 1) {
      const answer = await shoot(address, shot)
      await answer.arrayBuffer()
      if (answer.status === 200) return void times.push(performance.now() - started)
      const seconds = Number(answer.headers.get('retry-after'))
      if (answer.status !== 503 || seconds === 0) return fail(String(answer.status))
      shed += 1
      await pause(seconds * 1000 * (1 + Math.random() / 2))
    }
    fail('out of patience')
  }
  const began = performance.now()
  await Promise.all(guests.map(sign))
  return { times, took: performance.now() - began, shed, errors }
}
