import * as v from 'valibot'

const TextsSchema = v.object({
  message: v.optional(v.string()),
  error: v.optional(v.string()),
  detail: v.optional(v.string()),
})

/** Which text comes first: the specification orders them by the call (part 1, section 8). */
const orders = {
  call: ['message', 'error', 'detail'],
  upload: ['detail', 'message', 'error'],
} as const

/** Reads the text for people from the body of a refusal; undefined if it has none. */
export const serverText = (body: unknown, of: keyof typeof orders = 'call'): string | undefined => {
  const texts = v.safeParse(TextsSchema, body)
  if (!texts.success) return undefined
  return orders[of].map((name) => texts.output[name]).find((text) => text !== undefined)
}
