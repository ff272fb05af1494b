import type { TestEvent } from 'node:test/reporters'

/** Prints one JSON line per top-level test. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue
    const { name, file, details, skip, todo } = data
    const message = 'error' in details ? (details.error.stack ?? details.error.message) : ''
    const left = skip !== undefined || todo !== undefined
    yield `${JSON.stringify({ name, file, ms: details.duration_ms, failed: type === 'test:fail', left, message })}\n`
  }
}
