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
const guest = { remote: weight(25.8, 4), page: weight(167.4, 11) }

/** Measured figures: docs/decisions/0018-weight-of-the-guest-page.md */
export const routeBudgets = {
  '/login': { remote: weight(10.5, 3), page: weight(177.8, 14) },
  '/register': { ...form, page: weight(196.3, 16) },
  '/forgot-password': form,
  '/reset-password': form,
  '/email/:step': form,
  '/profile': { remote: weight(40, 5), page: weight(206.7, 16) },
  '/privacidad': { remote: weight(15.5, 5) },
  '/dashboard': { remote: weight(32, 3), page: weight(210.3, 15) },
  '/document': { remote: guest.remote, page: weight(170.6, 12) },
  '/sign/field/:documentId/:documentName/:fieldId': guest,
  '/sign/:documentId/:documentName': guest,
  '/verify': { remote: weight(25, 4), page: weight(186.7, 13) },
} as const satisfies Readonly<Record<string, RouteBudget>>

/** Of routes that are not in the table. */
const MOST: PageWeight = weight(30, 6)

/** Code of a remote that the route may load before it shows, next to the shell's. */
export const remoteBudget = (route: string): PageWeight =>
  (routeBudgets as Readonly<Record<string, RouteBudget>>)[route]?.remote ?? MOST

/** On every page: `index.html`, and the files that it names. */
export const SHELL_BUDGET: PageWeight = weight(138, 6)

const totals: Readonly<Record<string, number>> = { mf_auth: 78_000, mf_documents: 108_000, mf_signing: 592_000 }
/** Gzipped bytes of a remote without a budget of its own. */
const MOST_IN_ALL = 150_000

/** Scripts and style sheets of a release, gzipped bytes. */
export const totalBudget = (remote: string): number => totals[remote] ?? MOST_IN_ALL
