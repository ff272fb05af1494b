import type { Call } from 'shared/contract'
import * as v from 'valibot'
import { type ChildServer, fetchCall } from '../support/child-server.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { demand, Violation } from './violation.ts'

/** Milliseconds; a killed server may look alive. */
const DEATH_TIMEOUT = 20_000
/** Milliseconds. */
const PAUSE = 50

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE))

type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost' }

export type Send = (server: ChildServer) => Promise<Response>

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

/** @throws Violation if a live server broke the connection */
const mustBeDead = async (server: ChildServer, error: unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`a living server broke a connection: ${error}`)), DEATH_TIMEOUT)
  })
  await Promise.race([server.ended, late]).finally(() => clearTimeout(timer))
}

const attempt = async (target: ServerUnderTest, send: Send): Promise<Outcome> => {
  const server = await target.server()
  try {
    const response = await send(server)
    const text = await response.text()
    return { kind: 'answered', status: response.status, body: parsed(text) }
  } catch (error) {
    await mustBeDead(server, error)
    return { kind: 'lost' }
  }
}

export interface Step<Answer> {
  readonly name: string
  readonly send: Send
  readonly read: (body: unknown) => Answer
  /** Finds a lost call's effect: complete or none. */
  readonly find: () => Promise<Answer | undefined>
  /** Response to a repetition. `never`: it would do more. */
  readonly again: 'same' | 'never' | number
}

export const peek = async (
  target: ServerUnderTest,
  send: Send,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  for (;;) {
    const outcome = await attempt(target, send)
    if (outcome.kind === 'lost') continue
    if (outcome.status !== 503) return outcome
    await pause()
  }
}

export const look = async <C extends Call>(
  target: ServerUnderTest,
  call: C,
  options: Parameters<typeof fetchCall<C>>[2] = {},
): Promise<v.InferOutput<C['reply']>> => {
  const { status, body } = await peek(target, (server) => fetchCall(server, call, options))
  demand(status === 200, `${call.name} answered ${status}: ${JSON.stringify(body)}`)
  return v.parse(call.reply, body)
}

interface Known<Answer> {
  readonly step: Step<Answer>
  readonly done: Answer | undefined
}

/** On a busy machine any upload may exceed the inspection limit. */
const isTooSlow = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Reflect.get(body, 'error_code') === 'PDF_TOO_COMPLEX'

const understand = <Answer>({ step, done }: Known<Answer>, status: number, body: unknown): Answer | undefined => {
  if (status === 503 || isTooSlow(body)) return undefined
  if (done !== undefined && status === step.again) return done
  if (status < 300 && (done === undefined || step.again === 'same')) return step.read(body)
  const when = done === undefined ? '' : ', made again after it was done,'
  throw new Violation(`${step.name}${when} answered ${status}: ${JSON.stringify(body)}`)
}

const lookUp = async <Answer>(target: ServerUnderTest, { step, done }: Known<Answer>): Promise<Answer | undefined> => {
  const found = await step.find()
  if (done === undefined) target.lost[found === undefined ? 'undone' : 'done'] += 1
  else demand(found !== undefined, `what ${step.name} had done is gone`)
  return found
}

export const settle = async <Answer>(target: ServerUnderTest, step: Step<Answer>): Promise<Answer> => {
  let done: Answer | undefined
  for (;;) {
    const outcome = await attempt(target, step.send)
    if (outcome.kind === 'answered') {
      const answer = understand({ step, done }, outcome.status, outcome.body)
      if (answer !== undefined) return answer
      await pause()
      continue
    }
    done = await lookUp(target, { step, done })
    if (done !== undefined && step.again === 'never') return done
  }
}
