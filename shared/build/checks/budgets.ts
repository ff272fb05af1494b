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
const guest = { remote: weight(25.5, 3), page: weight(157.1, 9) }

/** Measured figures: docs/decisions/0018-weight-of-the-guest-page.md */
export const routeBudgets = {
  '/login': { remote: weight(10.5, 3), page: weight(167.4, 13) },
  '/register': { ...form, page: weight(186, 15) },
  '/forgot-password': form,
  '/reset-password': form,
  '/email/:step': form,
  '/profile': { remote: weight(40, 5), page: weight(196.4, 15) },
  '/privacidad': { remote: weight(15.5, 5) },
  '/dashboard': { remote: weight(32, 3), page: weight(199, 14) },
  '/document': { remote: guest.remote, page: weight(159.2, 10) },
  '/sign/field/:documentId/:documentName/:fieldId': guest,
  '/sign/:documentId/:documentName': guest,
  '/verify': { remote: weight(24.2, 3), page: weight(175.1, 11) },
} as const satisfies Readonly<Record<string, RouteBudget>>

/** Of routes that are not in the table. */
const MOST: PageWeight = weight(30, 6)

/** Code of a remote that the route may load before it shows, next to the shell's. */
export const remoteBudget = (route: string): PageWeight =>
  (routeBudgets as Readonly<Record<string, RouteBudget>>)[route]?.remote ?? MOST

/** On every page: `index.html`, and the files that it names. */
export const SHELL_BUDGET: PageWeight = weight(128, 5)

const totals: Readonly<Record<string, number>> = { mf_auth: 78_000, mf_documents: 109_000, mf_signing: 604_000 }
/** Gzipped bytes of a remote without a budget of its own. */
const MOST_IN_ALL = 150_000

/** Scripts and style sheets of a release, gzipped bytes. */
export const totalBudget = (remote: string): number => totals[remote] ?? MOST_IN_ALL
