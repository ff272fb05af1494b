import type { Measured } from './fire.ts'
import { type Guest, patiently, shoot, signShot } from './people.ts'

/** Times include retries, as the server requests them. */
export const signAtOnce = async (address: string, guests: readonly Guest[]): Promise<Measured> => {
  const times: number[] = []
  const errors: Record<string, number> = {}
  let shed = 0
  const sign = async (guest: Guest): Promise<void> => {
    const shot = signShot(guest)
    const started = performance.now()
    const answer = await patiently(
      () => shoot(address, shot),
      () => {
        shed += 1
      },
    )
    await answer.arrayBuffer()
    if (answer.status === 200) times.push(performance.now() - started)
    else errors[answer.status] = (errors[answer.status] ?? 0) + 1
  }
  const began = performance.now()
  await Promise.all(guests.map(sign))
  return { times, took: performance.now() - began, shed, errors }
}
