import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { REPORTED_OUTCOMES, REPORTED_RULE_STATES, REPORTED_RULES, REPORTED_UNJUDGED } from './verdicts.ts'

/** Judgement by the rules of BCCR's validator, for documents of the site. */
export const NationalFormatSchema = v.variant('kind', [
  v.object({
    kind: v.literal('judged'),
    outcome: v.picklist(REPORTED_OUTCOMES),
    rules: v.array(
      v.object({
        rule: v.picklist(REPORTED_RULES),
        /** Code of BCCR's validator; null for rules of the format alone. */
        code: v.nullable(v.number()),
        state: v.picklist(REPORTED_RULE_STATES),
        reason: v.nullable(v.picklist(REPORTED_UNJUDGED)),
        about: v.array(v.string()),
      }),
    ),
  }),
  v.object({ kind: v.literal('unsigned') }),
  v.object({ kind: v.literal('unreadable') }),
])

/** For people of the document; judges its newest revision. */
export const nationalFormatCall = callOf('nationalFormat', 'GET', '/home/api/files/:id/national-format/', {
  params: IdParams,
  reply: NationalFormatSchema,
})
