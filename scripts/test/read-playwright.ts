import * as v from 'valibot'
import { repeatCommand } from './quote.ts'
import { add, type Failure, nothing, type Report } from './report.ts'

const Message = v.object({ message: v.optional(v.string(), '') })

const Result = v.object({
  duration: v.number(),
  error: v.optional(Message),
  attachments: v.optional(v.array(v.object({ name: v.string(), path: v.optional(v.string()) })), []),
})

const Spec = v.object({
  title: v.string(),
  file: v.string(),
  tests: v.array(
    v.object({ status: v.picklist(['expected', 'unexpected', 'flaky', 'skipped']), results: v.array(Result) }),
  ),
})

interface Suite {
  readonly title: string
  readonly specs?: v.InferOutput<typeof Spec>[] | undefined
  readonly suites?: Suite[] | undefined
}

const SuiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => SuiteSchema))),
})

const PlaywrightReport = v.object({
  suites: v.array(SuiteSchema),
  /** Failures outside any test. */
  errors: v.array(Message),
})

type Found = { readonly titles: readonly string[]; readonly spec: v.InferOutput<typeof Spec> }

/** Top-level suites are files. */
const specsIn = (suite: Suite, titles: readonly string[] = []): Found[] => [
  ...(suite.specs ?? []).map((spec) => ({ titles: [...titles, spec.title], spec })),
  ...(suite.suites ?? []).flatMap((inner) => specsIn(inner, [...titles, inner.title])),
]

const readSpec = ({ titles, spec }: Found, folder: string, env: string): Report => {
  const file = `${folder}/${spec.file}`
  const results = spec.tests.flatMap((test) => test.results)
  const has = (status: string): boolean => spec.tests.some((test) => test.status === status)
  // No retries: a flaky test is a failure.
  const failed = has('unexpected') || has('flaky')
  const skipped = !failed && has('skipped')
  const broken = results.find(({ error }) => error !== undefined)
  const trace = broken?.attachments.find(({ name }) => name === 'trace')?.path
  const failure: Failure = {
    file,
    title: titles.join(' › '),
    message: broken?.error?.message ?? '',
    repeat: repeatCommand(file, spec.title, env),
    ...(trace ? { trace } : {}),
  }
  return {
    passed: failed || skipped ? 0 : 1,
    failed: failed ? 1 : 0,
    skipped: skipped ? 1 : 0,
    files: [{ file, ms: results.reduce((sum, { duration }) => sum + duration, 0) }],
    failures: failed ? [failure] : [],
  }
}

const sumByFile = (report: Report): Report => {
  const sums = new Map<string, number>()
  for (const { file, ms } of report.files) sums.set(file, (sums.get(file) ?? 0) + ms)
  return { ...report, files: [...sums].map(([file, ms]) => ({ file, ms })) }
}

/**
 * trailing space
 * @throws ValiError
 */
export const readPlaywright = (report: unknown, folder: string, env = ''): Report => {
  const { suites, errors } = v.parse(PlaywrightReport, report)
  const tests = suites.flatMap((suite) => specsIn(suite)).map((found) => readSpec(found, folder, env))
  const outside = errors.map(({ message }) => ({ file: folder, title: '', message }))
  return sumByFile(add(tests.reduce(add, nothing), { ...nothing, failed: outside.length, failures: outside }))
}
