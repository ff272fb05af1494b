import type { FirstPageReport } from 'shared/contract/first-page-report'

/** As in the contract, whose schemas a guest's page does not load; a test compares them. */
export const REPORT_ADDRESS = '/mf-events/first-page'
export const TOKEN_TIMING = 'report'

/** Share of the pages that report. */
const SAMPLE = 0.25

/** By the name alone: a module that two files of the guest's page share makes its first one larger. */
const timeOf = (stage: 'picture' | 'page' | 'tap'): number | undefined => {
  const [first] = performance.getEntriesByName(`first-${stage}`, 'mark')
  return first && Math.round(first.startTime)
}

/** Safari before 16.4 has no `serverTiming`. */
const tokenOfPage = (): string | undefined => {
  const visits = performance.getEntriesByType('navigation')
  const timings = visits.flatMap((visit) =>
    visit instanceof PerformanceNavigationTiming ? (visit.serverTiming ?? []) : [],
  )
  return timings.find(({ name }) => name === TOKEN_TIMING)?.description
}

/** A window with room for two columns in both directions is that of a desktop. */
const viewportClass = ({ innerWidth, innerHeight }: Window): FirstPageReport['device'] =>
  innerWidth >= 900 && innerHeight >= 500 ? 'desktop' : 'phone'

/**
 * How long the person waited, for one page of four. Times of a page in the background say nothing. Called when the page
 * of pdf.js shows: a viewer that came before the prerender script's painting ended has painted it without a mark.
 */
export const reportFirstPage = (random: () => number = Math.random): void => {
  const token = tokenOfPage()
  if (!token || random() >= SAMPLE || document.visibilityState === 'hidden') return
  const report: FirstPageReport = {
    token,
    device: viewportClass(window),
    picture: timeOf('picture'),
    page: timeOf('page') ?? Math.round(performance.now()),
    tap: timeOf('tap'),
  }
  navigator.sendBeacon(REPORT_ADDRESS, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
