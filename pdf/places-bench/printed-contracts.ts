import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { placeKinds } from '../src/places/index.ts'
import type { MadeContract, PageTurn } from './contracts/layouts.ts'

const truePlace = v.object({
  kind: v.picklist(placeKinds),
  edge: v.picklist(['bottom', 'top']),
  words: v.string(),
  x: v.number(),
  y: v.number(),
  width: v.number(),
  height: v.number(),
})
const truePage = v.object({ fits: v.boolean(), width: v.number(), height: v.number(), places: v.array(truePlace) })

/** As a browser reports them, in JSON. */
export const truePages = v.array(truePage)

/** CSS pixels of the sheet, not yet turned. */
export type TruePage = v.InferOutput<typeof truePage>
export type TruePlace = v.InferOutput<typeof truePlace>

export interface PrintedPage {
  readonly contract: MadeContract
  readonly truth: TruePage
  /** Clockwise degrees from the sheet of the truth to the page as it is seen. */
  readonly turn: PageTurn
}

/** Many contracts as one file. */
export interface PrintedContracts {
  readonly bytes: Uint8Array
  readonly pages: readonly PrintedPage[]
}

export const runMaker = (program: string, options: readonly string[]): string =>
  execFileSync(program, options, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })
