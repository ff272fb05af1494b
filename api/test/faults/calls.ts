import type { Call } from 'shared/contract'
import * as v from 'valibot'
import { type ChildServer, fetchCall } from '../support/child-server.ts'
import { demand, type House, Violation } from './house.ts'

/** How long after a connection broke its server may still be seen alive, in milliseconds. */
const LAST_BREATH = 20_000
/** How long somebody waits whom the server has sent away for a moment, or who looks again, in milliseconds. */
export const PAUSE = 50

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE))

type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** The server died first. */
  | { readonly kind: 'lost' }

export type Send = (server: ChildServer) => Promise<Response>

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

/** @throws Violation where a server that lives has broken a connection */
const mustBeDead = async (server: ChildServer, error: unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`a living server broke a connection: ${error}`)), LAST_BREATH)
  })
  await Promise.race([server.ended, late]).finally(() => clearTimeout(timer))
}

const attempt = async (house: House, send: Send): Promise<Outcome> => {
  const server = await house.server()
  try {
    const response = await send(server)
    const text = await response.text()
    return { kind: 'answered', status: response.status, body: parsed(text) }
  } catch (error) {
    await mustBeDead(server, error)
    return { kind: 'lost' }
  }
}

/** A call that changes something. */
export interface Step<Answer> {
  readonly name: string
  readonly send: Send
  readonly read: (body: unknown) => Answer
  /** What the call has done, if it has, after its answer was lost: all of it, or nothing. */
  readonly find: () => Promise<Answer | undefined>
  /** What the same call says after it was done: the same as before, or why not. `never`: it would do more. */
  readonly again: 'same' | 'never' | number
}

/** Asks what changes nothing, however often the server dies meanwhile or sends people away for a moment. */
export const peek = async (house: House, send: Send): Promise<{ readonly status: number; readonly body: unknown }> => {
  for (;;) {
    const outcome = await attempt(house, send)
    if (outcome.kind === 'lost') continue
    if (outcome.status !== 503) return outcome
    await pause()
  }
}

/** The same for a call that must succeed. */
export const look = async <C extends Call>(
  house: House,
  call: C,
  options: Parameters<typeof fetchCall<C>>[2] = {},
): Promise<v.InferOutput<C['reply']>> => {
  const { status, body } = await peek(house, (server) => fetchCall(server, call, options))
  demand(status === 200, `${call.name} answered ${status}: ${JSON.stringify(body)}`)
  return v.parse(call.reply, body)
}

/** What is known of a call that has had no answer yet. */
interface Known<Answer> {
  readonly step: Step<Answer>
  /** What it has done. */
  readonly done: Answer | undefined
}

/** Looking at an upload has a limit of seconds, which a busy machine may take for any file. */
const isTooSlow = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Reflect.get(body, 'error_code') === 'PDF_TOO_COMPLEX'

/** What an answer means; undefined where the server only says to come again. */
const understand = <Answer>({ step, done }: Known<Answer>, status: number, body: unknown): Answer | undefined => {
  if (status === 503 || isTooSlow(body)) return undefined
  if (done !== undefined && status === step.again) return done
  if (status < 300 && (done === undefined || step.again === 'same')) return step.read(body)
  const when = done === undefined ? '' : ', made again after it was done,'
  throw new Violation(`${step.name}${when} answered ${status}: ${JSON.stringify(body)}`)
}

/** Looks up what a call has done whose answer was lost. What was there once stays. */
const lookUp = async <Answer>(house: House, { step, done }: Known<Answer>): Promise<Answer | undefined> => {
  const found = await step.find()
  if (done === undefined) house.lost[found === undefined ? 'undone' : 'done'] += 1
  else demand(found !== undefined, `what ${step.name} had done is gone`)
  return found
}

/** Makes a call until it is answered. What had no answer is looked up, and made again. */
export const settle = async <Answer>(house: House, step: Step<Answer>): Promise<Answer> => {
  let done: Answer | undefined
  for (;;) {
    const outcome = await attempt(house, step.send)
    if (outcome.kind === 'answered') {
      const answer = understand({ step, done }, outcome.status, outcome.body)
      if (answer !== undefined) return answer
      await pause()
      continue
    }
    done = await lookUp(house, { step, done })
    if (done !== undefined && step.again === 'never') return done
  }
}
