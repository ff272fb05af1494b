/** Bytes are gzipped. */
export interface PageWeight {
  readonly bytes: number
  readonly requests: number
}

interface RouteBudget {
  /** Scripts and style sheets that the route first loads of its remote. */
  readonly remote: PageWeight
  /** The whole page in a browser, with fonts. */
  readonly page?: PageWeight
}

const weight = (kilobytes: number, requests: number): PageWeight => ({ bytes: kilobytes * 1000, requests })

const form = { remote: weight(29.5, 5) }
const guest = { remote: weight(25.8, 3), page: weight(157.7, 9) }

/** Measured figures: docs/decisions/0018-weight-of-the-guest-page.md */
export const routeBudgets = {
  '/login': { remote: weight(10.5, 3), page: weight(168.1, 13) },
  '/register': { ...form, page: weight(186.7, 15) },
  '/forgot-password': form,
  '/reset-password': form,
  '/email/:step': form,
  '/profile': { remote: weight(40, 5), page: weight(197, 15) },
  '/privacidad': { remote: weight(15.5, 5) },
  '/dashboard': { remote: weight(30.5, 3), page: weight(198.4, 14) },
  '/document': { remote: guest.remote, page: weight(160, 10) },
  '/sign/field/:documentId/:documentName/:fieldId': guest,
  '/sign/:documentId/:documentName': guest,
  '/verify': { remote: weight(24.6, 3), page: weight(176.4, 11) },
} as const satisfies Readonly<Record<string, RouteBudget>>

/** Gzipped bytes of an added remote, as its site's registry states them. */
export interface StatedBudget {
  readonly routeBytes: number
  readonly totalBytes: number
}

export const DEFAULT_BUDGET: StatedBudget = { routeBytes: 30_000, totalBytes: 150_000 }

/** Files of a route that is not in the table. */
const MOST_REQUESTS = 6

/** Code of a remote that the route may load before it shows, next to the shell's. */
export const remoteBudget = (route: string, { routeBytes } = DEFAULT_BUDGET): PageWeight =>
  (routeBudgets as Readonly<Record<string, RouteBudget>>)[route]?.remote ?? {
    bytes: routeBytes,
    requests: MOST_REQUESTS,
  }

/** On every page: `index.html`, and the files that it names. */
export const SHELL_BUDGET: PageWeight = weight(127.3, 5)

const totals: Readonly<Record<string, number>> = { mf_auth: 81_600, mf_documents: 113_600, mf_signing: 692_500 }

/** Scripts and style sheets of a release, gzipped bytes. */
export const totalBudget = (remote: string, { totalBytes } = DEFAULT_BUDGET): number => totals[remote] ?? totalBytes
