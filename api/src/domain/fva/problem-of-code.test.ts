import { fvaProblems } from 'shared/contract/fva'
import { problemOfNotification, problemOfRequest } from './problem-of-code.ts'

const requests = [
  [1, 'request-failed'],
  [2, 'request-incomplete'],
  [3, 'clock'],
  [4, 'entity-unknown'],
  [5, 'entity-inactive'],
  [6, 'business-foreign'],
  [7, 'summary-length'],
  [8, 'reason-length'],
  [9, 'not-connected'],
  [10, 'identification-format'],
  [11, 'place-length'],
  [99, 'request-unknown'],
] as const

const notifications = [
  [1, 'failed'],
  [2, 'rejected'],
  [3, 'expired'],
  [4, 'disconnected'],
  [6, 'document-invalid'],
  [8, 'bad-hash'],
  [9, 'revoked'],
  [10, 'certificate-expired'],
  [11, 'busy'],
  [12, 'not-notified'],
  [13, 'wrong-code'],
  [14, 'pin-blocked'],
  [99, 'notification-unknown'],
] as const

test.each(requests)('problemOfRequest maps the code %d to %s', (code, problem) =>
  expect(problemOfRequest(code)).toBe(problem),
)

test.each(notifications)('problemOfNotification maps the code %d to %s', (code, problem) =>
  expect(problemOfNotification(code)).toBe(problem),
)

test('each problem has its own text with a next step', () => {
  const texts = Object.values(fvaProblems)
  expect(new Set(texts).size).toBe(texts.length)
  const next =
    /[Ii]ntenta|[Aa]visa|[Pp]ide|[Rr]evisa|[Rr]ecarga|[Rr]echázala|Continúa|vuelve a firmar|ponga en hora|pulsa/
  for (const text of texts) expect(text).toMatch(next)
})
